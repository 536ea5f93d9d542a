/** Boards for tests of pictures. */
import type { BoardDrawing, SceneSnake } from '../../src/drawing/board-drawing.js';
import type { Coordinate } from '../../src/rules/types.js';

/** Cells written as `3,4 3,5`. */
export function cellsOf(text: string): Coordinate[] {
  return text.split(' ').map((cell) => {
    const [x, y] = cell.split(',').map(Number);
    return { x: x!, y: y! };
  });
}

/** A living snake on these cells, in the colour of its seat unless it has its own. */
export function drawnSnake(body: string, more: Partial<SceneSnake> = {}): SceneSnake {
  return { body: cellsOf(body), ...more };
}

/** A board of 5 by 5 with nothing on it but what is given. */
export function drawnBoard(more: Partial<BoardDrawing> = {}): BoardDrawing {
  return { turn: 9, width: 5, height: 5, snakes: [], food: [], hazards: [], ...more };
}
