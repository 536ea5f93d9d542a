/** Who survives a turn on a search's board: health first, then collisions, all decided before any snake is removed. */
import { healthAfter } from '../../rules/stages/stages.js';
import { FULL_HEALTH, MAX_SNAKES, type Cell, type Seat } from '../../rules/types.js';
import { WALL, type SearchBoard } from './board.js';

/** By seat, while a turn is played: the cell that the head goes to. */
export const targets = new Int32Array(MAX_SNAKES);
/** By seat, while a turn is played: the health after it. */
export const healths = new Int32Array(MAX_SNAKES);
/** Computes the hash from scratch. */
export const lengthsAfter = new Int32Array(MAX_SNAKES);
/** By seat, while a turn is played: the fate of the snake. Anything but {@link LIVES} is its end. */
export const fates = new Uint8Array(MAX_SNAKES);

/** The fate of a snake that is still there after the turn. */
export const LIVES = 0;
/** Starved, killed by hazards, or off the board: no obstacle for the others. */
const GONE = 1;
const COLLIDED = 2;

/** Moves the head to its next cell, and collides it with everything but other snakes. */
export function meet(board: SearchBoard, seat: Seat, move: number): void {
  const to = board.neighbours[board.headCells[seat]! * 4 + move]!;
  const hasFood = board.foodAt[to] !== 0;
  let health = board.health[seat]! - 1;
  if (hasFood) health = FULL_HEALTH;
  else if (board.hasHazards && board.hazardsAt[to] !== 0) {
    health = healthAfter(health, board.hazardsAt[to]!, board.rules.hazardDamage);
  }
  targets[seat] = to;
  healths[seat] = health;
  lengthsAfter[seat] = hasFood ? board.lengths[seat]! + 1 : board.lengths[seat]!;
  fates[seat] = health <= 0 || to === board.size ? GONE : LIVES;
}

/** Decides which heads collide. All collisions are decided before any snake is removed. */
export function collide({ alive, snakeCount, freeOn, owner, turn }: SearchBoard): void {
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0 || fates[seat] !== LIVES) continue;
    const to = targets[seat]!;
    if (freeOn[to]! > turn + 1 && (fates[owner[to]!] !== GONE || freeOn[to]! >= WALL)) {
      fates[seat] = COLLIDED;
      continue;
    }
    if (losesHead(alive, snakeCount, seat)) fates[seat] = COLLIDED;
  }
}

/** Whether a head that is at least as long comes to the same cell. */
function losesHead(alive: Uint8Array, snakeCount: number, seat: Seat): boolean {
  const to = targets[seat]!;
  for (let other = 0; other < snakeCount; other++) {
    if (targets[other] !== to || other === seat || alive[other] === 0 || fates[other] === GONE) continue;
    if (lengthsAfter[other]! >= lengthsAfter[seat]!) return true;
  }
  return false;
}

/** {@link collide} where bodies overlap. */
export function collideByCells(board: SearchBoard): void {
  const { alive, snakeCount, squads, rules, freeOn } = board;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0 || fates[seat] !== LIVES) continue;
    if (freeOn[targets[seat]!]! >= WALL) fates[seat] = COLLIDED;
    for (let other = 0; other < snakeCount && fates[seat] === LIVES; other++) {
      if (alive[other] === 0 || fates[other] === GONE) continue;
      const passes = rules.matesPass && other !== seat && squads[seat] !== 0 && squads[seat] === squads[other];
      if (!passes && isOnBody(board, other, targets[seat]!)) fates[seat] = COLLIDED;
    }
    if (fates[seat] === LIVES && losesHead(alive, snakeCount, seat)) fates[seat] = COLLIDED;
  }
}

/** Whether the snake's body will be on the cell after the turn, its new head left out. */
function isOnBody({ bodies, ring, headAt, lengths }: SearchBoard, seat: Seat, cell: Cell): boolean {
  for (let index = 0; index < lengths[seat]! - 1; index++) {
    if (bodies[seat * ring + ((headAt[seat]! + index) & (ring - 1))] === cell) return true;
  }
  return false;
}
