/** Stage 7 of squad: what squad mates share. From the rules as documented; no recorded game proves it. */

import type { FastBoard } from '../board.js';
import { eliminateSnake, growSnake, isAlive, isMate } from '../snakes.js';
import type { Seat } from '../types.js';
import type { Stage } from './stage.js';

/** Shares health, then length, then elimination, each where the settings say so. */
export const shareSquad: Stage = (board, { settings: { squad } }) => {
  if (squad.sharedHealth) shareHealth(board);
  if (squad.sharedLength) shareLength(board);
  if (squad.sharedElimination) shareElimination(board);
};

/** Living mates take the highest health among them. */
function shareHealth(board: FastBoard): void {
  forEachLivingPair(board, (seat, mate) => {
    board.health[seat] = Math.max(board.health[seat]!, board.health[mate]!);
  });
}

/** Living mates grow to the greatest length among them. */
function shareLength(board: FastBoard): void {
  forEachLivingPair(board, (seat, mate) => {
    const length = Math.min(board.lengths[mate]!, board.ring);
    while (board.lengths[seat]! < length) growSnake(board, seat);
  });
}

/** One falls, all fall: by nobody. */
export function shareElimination(board: FastBoard): void {
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (isAlive(board, seat) && hasFallenMate(board, seat)) eliminateSnake(board, seat, 'squad-eliminated', -1);
  }
}

function hasFallenMate(board: FastBoard, seat: Seat): boolean {
  for (let mate = 0; mate < board.snakeCount; mate++) {
    if (isMate(board, seat, mate) && !isAlive(board, mate)) return true;
  }
  return false;
}

function forEachLivingPair(board: FastBoard, visit: (seat: Seat, mate: Seat) => void): void {
  for (let seat = 0; seat < board.snakeCount; seat++) {
    for (let mate = 0; mate < board.snakeCount; mate++) {
      if (isMate(board, seat, mate) && isAlive(board, seat) && isAlive(board, mate)) visit(seat, mate);
    }
  }
}
