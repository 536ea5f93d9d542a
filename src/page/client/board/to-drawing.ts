/** Boards as the host sends them, as drawings. */
import type { BoardDrawing } from '../../../drawing/board-drawing.js';
import type { Coordinate } from '../../../rules/types.js';
import type { GameBoardView } from '../../api/game.js';

/** A board as a drawing that says in words what it shows. `over` is drawn over it. */
export function toDrawing(
  board: GameBoardView,
  turn: number,
  over: Pick<BoardDrawing, 'marks' | 'arrows' | 'detail'> = {},
): BoardDrawing {
  return {
    width: board.width,
    height: board.height,
    food: board.food,
    hazards: board.hazards,
    snakes: board.snakes.map(({ body, color, death }) => ({ body, color, isAlive: death === undefined })),
    label: labelOf(board, turn),
    ...over,
  };
}

function labelOf({ width, height, snakes }: GameBoardView, turn: number): string {
  const alive = snakes.filter(({ death }) => death === undefined);
  const list = alive.map(({ name, body, health }) => `${name}, length ${body.length}, health ${health}`);
  return `Board of ${width} by ${height} on turn ${turn}. ${list.join('; ') || 'No snake is alive'}.`;
}

export function withoutRepeats(cells: readonly Coordinate[]): Coordinate[] {
  return [...new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell])).values()];
}
