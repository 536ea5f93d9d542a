/** Stage 7 of squad: what squad mates share. Written from the documentation; no recorded game proves it. */
import type { Position } from '../position.js';
import { eliminateSnake, growSnake, isAlive, isMate, NO_KILLER } from '../snakes.js';
import type { Seat } from '../types.js';
import type { Stage } from './stages.js';

/** Shares health, then length, then elimination, each if the settings enable it. */
export const shareSquad: Stage = (position, { settings: { squad } }) => {
  if (squad.sharedHealth) shareHealth(position);
  if (squad.sharedLength) shareLength(position);
  if (squad.sharedElimination) shareElimination(position);
};

/** Living mates get the highest health among them. */
function shareHealth(position: Position): void {
  forEachLivingPair(position, (seat, mate) => {
    position.health[seat] = Math.max(position.health[seat]!, position.health[mate]!);
  });
}

/** Living mates grow to the greatest length among them. */
function shareLength(position: Position): void {
  forEachLivingPair(position, (seat, mate) => {
    const length = Math.min(position.lengths[mate]!, position.ring);
    while (position.lengths[seat]! < length) growSnake(position, seat);
  });
}

/** If one mate has been eliminated, all are, without a killer. */
export function shareElimination(position: Position): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (isAlive(position, seat) && hasEliminatedMate(position, seat))
      eliminateSnake(position, seat, 'squad-eliminated', NO_KILLER);
  }
}

function hasEliminatedMate(position: Position, seat: Seat): boolean {
  for (let mate = 0; mate < position.snakeCount; mate++) {
    if (isMate(position, seat, mate) && !isAlive(position, mate)) return true;
  }
  return false;
}

function forEachLivingPair(position: Position, visit: (seat: Seat, mate: Seat) => void): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    for (let mate = 0; mate < position.snakeCount; mate++) {
      if (isMate(position, seat, mate) && isAlive(position, seat) && isAlive(position, mate)) visit(seat, mate);
    }
  }
}
