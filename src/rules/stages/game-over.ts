/** Stage 1: decides before a turn whether the game is over. If it is, no other stage runs. */
import type { Position } from '../position.js';
import { isAlive, livingCount } from '../snakes.js';

/** Whether a game is over in this position. */
export type GameOver = (position: Position) => boolean;

/** For games of several snakes: over when at most one lives. */
export const isLastSnakeLeft: GameOver = (position) => livingCount(position) <= 1;

/** For solo, and any game that began with one snake: over when it is eliminated. */
export const isNoSnakeLeft: GameOver = (position) => livingCount(position) === 0;

/** For squads: over when all living snakes are in one squad. A snake without a squad is a squad by itself. */
export const isLastSquadLeft: GameOver = (position) => {
  let first = -1;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    if (first < 0) first = seat;
    else if (position.squads[seat] === '' || position.squads[seat] !== position.squads[first]) return false;
  }
  return true;
};
