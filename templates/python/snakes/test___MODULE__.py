"""What the snake decides on boards: `npm test` runs all files whose names begin with test."""

import unittest

import __MODULE__ as snake
from serpentarium import Context


def turn_of(body, food=(), width=5, height=4):
    """A turn with one snake, whose head is first in `body`. Cells are (x, y), with (0, 0) at the bottom left."""
    you = {"id": "me", "name": "me", "health": 90, "length": len(body), "body": [cell(*each) for each in body]}
    you["head"] = you["body"][0]
    board = {"width": width, "height": height, "food": [cell(*each) for each in food], "hazards": [], "snakes": [you]}
    return {"game": {"id": "test", "timeout": 500}, "turn": 3, "board": board, "you": you}


def cell(x, y):
    return {"x": x, "y": y}


class TheSnake(unittest.TestCase):
    def test_turns_away_from_walls_and_its_own_neck(self):
        # Up and left are walls, below is the neck.
        turn = turn_of(body=[(0, 3), (0, 2), (0, 1)], food=[(3, 1)])
        self.assertEqual(snake.move(turn, Context(turn)), "right")


if __name__ == "__main__":
    unittest.main()
