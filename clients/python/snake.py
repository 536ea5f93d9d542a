"""A snake to start from: it stays where there is room, and goes to the nearest food when it is hungry."""

from __future__ import annotations

import serpentarium
from serpentarium import Board, Context, Direction, Turn

Cell = tuple[int, int]
STEPS: dict[Direction, Cell] = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
OPTIONS = {"properties": {"hungerBelow": {"type": "integer", "minimum": 0, "maximum": 100, "default": 50}}}


@serpentarium.move
def move(turn: Turn, context: Context) -> serpentarium.MoveResult:
    board, you = turn["board"], turn["you"]
    # Tails move on, unless their snake has just eaten: then the tail's cell is in the body twice.
    taken = {(cell["x"], cell["y"]) for snake in board["snakes"] for cell in snake["body"][:-1]}
    head = (you["head"]["x"], you["head"]["y"])
    cells = {direction: (head[0] + dx, head[1] + dy) for direction, (dx, dy) in STEPS.items()}
    room = {direction: room_at(cell, board, taken) for direction, cell in cells.items() if is_free(cell, board, taken)}
    if not room:
        return None
    is_hungry = you["health"] < context.options.get("hungerBelow", 50)

    def worth(direction: Direction) -> tuple[bool, float, int]:
        fits = room[direction] >= you["length"]
        hunger = -distance_to_food(cells[direction], board) if is_hungry else 0
        return fits, hunger, room[direction]

    best = max(room, key=worth)
    context.note(score=room[best], cells=[{"x": cells[best][0], "y": cells[best][1]}])
    return best


def is_free(cell: Cell, board: Board, taken: set[Cell]) -> bool:
    x, y = cell
    return 0 <= x < board["width"] and 0 <= y < board["height"] and cell not in taken


def room_at(cell: Cell, board: Board, taken: set[Cell]) -> int:
    """The number of cells that can be reached from a free one."""
    reached, edge = {cell}, [cell]
    while edge:
        x, y = edge.pop()
        for dx, dy in STEPS.values():
            near = (x + dx, y + dy)
            if near not in reached and is_free(near, board, taken):
                reached.add(near)
                edge.append(near)
    return len(reached)


def distance_to_food(cell: Cell, board: Board) -> float:
    steps = (abs(food["x"] - cell[0]) + abs(food["y"] - cell[1]) for food in board["food"])
    return min(steps, default=0)


if __name__ == "__main__":
    serpentarium.run(options=OPTIONS, color="#3776ab", head="smile", tail="curled")
