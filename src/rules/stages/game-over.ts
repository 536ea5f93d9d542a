/** Stage 1: whether the game is over. Looked at before a turn; when it is, nothing else happens. */
import type { Position } from '../position.js';
import { isAlive, livingCount } from '../snakes.js';

/** Whether a game is over on this board. */
export type GameOver = (position: Position) => boolean;

/** Over when at most one snake lives: all games of several snakes. */
export const isLastSnakeLeft: GameOver = (position) => livingCount(position) <= 1;

/** Over when none lives: solo, and any game that began with one snake. */
export const isNoSnakeLeft: GameOver = (position) => livingCount(position) === 0;

/** Over when all that live are of one squad. A snake without a squad is on its own. */
export const isLastSquadLeft: GameOver = (position) => {
  let first = -1;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    if (first < 0) first = seat;
    else if (position.squads[seat] === '' || position.squads[seat] !== position.squads[first]) return false;
  }
  return true;
};
