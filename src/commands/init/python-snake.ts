/** A first snake in Python: a command, which the host starts. Called by `project.ts`. */
import { readShipped } from './read-shipped.js';
import type { SnakeParts } from './snake-parts.js';

const FOLDER = 'snakes';
const FILE = `${FOLDER}/snake.py`;
/** Beside the snake, where Python finds what it imports. */
const TEST = `${FOLDER}/test_snake.py`;

export function pythonSnake(name: string): SnakeParts {
  const command = 'command: [python3, snake.py]';
  return {
    file: FILE,
    test: TEST,
    files: {
      [FILE]: readShipped('clients/python/snake.py'),
      [`${FOLDER}/serpentarium.py`]: readShipped('clients/python/serpentarium.py'),
      [TEST]: TEST_TEXT,
    },
    ignored: ['__pycache__'],
    keys: [`${command} # the file ${FILE}`, `cwd: ../${FOLDER}`],
    scripts: { test: `python3 -m unittest discover -v ${FOLDER}`, check: 'serpentarium check' },
    devDependencies: [],
    debianPackages: ['python3'],
    word: `/${name}`,
    comparison: [
      `if diff -r -x __pycache__ base/${FOLDER} ${FOLDER}; then echo 'No snake has changed.'; exit 0; fi`,
      "cat > compare.yaml <<'END'",
      'snakes:',
      `  - { prefix: /base, ${command}, cwd: base/${FOLDER} }`,
      `  - { prefix: /candidate, ${command}, cwd: ${FOLDER} }`,
      'END',
      'npx serpentarium compare /base /candidate --config compare.yaml --games 200 | tee verdict.txt',
    ],
    furtherCommands: [],
    platform: 'Node and Python',
    document: '`command.md` for what a snake in Python can do',
  };
}

const TEST_TEXT = `"""What the snake decides on boards: \`npm test\` runs all files whose names begin with test."""

import unittest

import snake
from serpentarium import Context


def turn_of(body, food=(), width=5, height=4):
    """A turn with one snake, whose head is first in \`body\`. Cells are (x, y), with (0, 0) at the bottom left."""
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
`;
