/** Draws a board as a scene. Runs in Node and in browsers. */
import type { BoardDrawing } from './board-drawing.js';
import { drawArrows, drawMarks } from './draw-arrows.js';
import { drawFood, drawGround, drawHazards } from './draw-ground.js';
import { drawSnake } from './draw-snake.js';
import { snakeColors } from './palette.js';
import { CELL, type Scene } from './scene.js';

/**
 * The scene of a board, exactly as large as the board. No two snakes have nearly one colour, to any eyes, and each
 * has its letter if that is wanted. Accepts what strangers send: cells off the board, bodies with gaps, any text for a
 * colour.
 */
export function toScene(board: BoardDrawing): Scene {
  const { width, height, snakes, label = '' } = board;
  const colors = snakeColors(snakes);
  const seats = snakes
    .map((snake, seat) => ({
      ...snake,
      seat,
      color: colors[seat]!,
      deadFor: board.keepsDead ? snake.deadFor && 0 : snake.deadFor,
    }))
    .filter(({ body }) => body.length > 0);
  const dead = seats.filter(({ deadFor }) => deadFor !== undefined);
  const living = seats.filter(({ deadFor }) => deadFor === undefined);
  const size = { width, height };
  return {
    width: width * CELL,
    height: height * CELL,
    label,
    shapes: [
      ...drawGround(size, board.detail),
      ...drawHazards(size, board.hazards),
      ...dead.flatMap((snake) => drawSnake(size, snake, board)),
      ...(board.arrows ?? []).flatMap((arrow, index) => drawArrows(size, arrow, index)),
      ...drawFood(size, board.food),
      ...living.flatMap((snake) => drawSnake(size, snake, board)),
      ...drawMarks(size, board.marks ?? []),
    ],
  };
}
