/** Stage 1: whether the game is over. Looked at before a turn; when it is, nothing else happens. */

import type { FastBoard } from '../board.js';
import { isAlive, livingCount } from '../snakes.js';

/** Whether a game is over on this board. */
export type GameOver = (board: FastBoard) => boolean;

/** Over when at most one snake lives: all games of several snakes. */
export const isLastSnakeLeft: GameOver = (board) => livingCount(board) <= 1;

/** Over when none lives: solo, and any game that began with one snake. */
export const isNoSnakeLeft: GameOver = (board) => livingCount(board) === 0;

/** Over when all that live are of one squad. A snake without a squad is on its own. */
export const isLastSquadLeft: GameOver = (board) => {
  let first = -1;
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (!isAlive(board, seat)) continue;
    if (first < 0) first = seat;
    else if (board.squads[seat] === '' || board.squads[seat] !== board.squads[first]) return false;
  }
  return true;
};
