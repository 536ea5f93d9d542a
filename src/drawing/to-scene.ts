/** Draws a board as a scene. Runs in Node and in browsers. */
import type { BoardDrawing } from './board-drawing.js';
import { drawArrows, drawMarks } from './draw-arrows.js';
import { drawFood, drawGround, drawHazards, drawHeat } from './draw-ground.js';
import { drawSnake } from './draw-snake.js';
import { CELL, type Scene } from './scene.js';

/**
 * The scene of a board, exactly as large as the board. Snakes are told apart without colour, too: each seat has its
 * letter and its pattern. Accepts what strangers send: cells off the board, bodies with gaps, any text for a colour.
 */
export function toScene(board: BoardDrawing): Scene {
  const { width, height, snakes, detail = 'full', label = '' } = board;
  const seats = snakes.map((snake, seat) => ({ ...snake, seat })).filter(({ body }) => body.length > 0);
  const dead = seats.filter(({ isAlive }) => !isAlive);
  const living = seats.filter(({ isAlive }) => isAlive);
  const size = { width, height };
  return {
    width: width * CELL,
    height: height * CELL,
    label,
    shapes: [
      ...drawGround(size),
      ...drawHazards(size, board.hazards),
      ...drawHeat(size, board.cells ?? [], detail),
      ...dead.flatMap((snake) => drawSnake(size, snake, detail)),
      ...drawFood(size, board.food),
      ...living.flatMap((snake) => drawSnake(size, snake, detail)),
      ...drawMarks(size, board.marks ?? []),
      ...(board.arrows ?? []).flatMap((arrow, index) => drawArrows(size, arrow, index)),
    ],
  };
}
