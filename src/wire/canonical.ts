/** Makes requests canonical, so that strategies see the same turn from every engine. Called by mounted snakes. */
import type { Coordinate } from '../rules/types.js';
import { cutShout } from './move.js';
import type { Board, GameRequest, Snake } from './resources.js';

/**
 * Makes a request canonical **in place** and returns it. Only living snakes are on the board, `you` among them if it
 * lives; no food and no hazard is off the board; `head` and `length` agree with the body, where all of it is seen;
 * shouts are cut.
 */
export function toCanonical(request: GameRequest, dead: readonly string[]): GameRequest {
  const { board, you } = request;
  const isOnBoard = ({ x, y }: Coordinate) => x >= 0 && y >= 0 && x < board.width && y < board.height;
  board.food = keepAll(board.food, isOnBoard);
  board.hazards = keepAll(board.hazards, isOnBoard);
  board.snakes = keepAll(board.snakes, (snake) => snake.body.length > 0 && !dead.includes(snake.id));
  for (const snake of board.snakes) tidy(snake);
  for (const snake of board.unseen) snake.shout = cutShout(snake.shout);
  tidy(you);
  if (!dead.includes(you.id)) seat(board, you);
  return request;
}

/** Filters a list. Returns the list itself if nothing is removed, which is nearly always. */
function keepAll<T>(list: T[], stays: (item: T) => boolean): T[] {
  return list.every(stays) ? list : list.filter(stays);
}

function seat(board: Board, you: Snake): void {
  if (!board.snakes.some((snake) => snake.id === you.id)) board.snakes.push(you);
}

function tidy(snake: Snake): void {
  snake.head = snake.body[0]!;
  snake.length = snake.body.length;
  snake.shout = cutShout(snake.shout);
}
