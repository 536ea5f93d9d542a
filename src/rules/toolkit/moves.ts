/** The moves of a snake: as words, and where speed counts, as a mask with bit `n` for move number `n`. */
import { UNSEEN } from '../cells.js';
import type { Position } from '../position.js';
import { bodyCell, headOf, isMate, unseenParts } from '../snakes.js';
import { healthAfter } from '../stages/stages.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell, type Direction, type Seat } from '../types.js';

/**
 * The moves that end neither off the board nor in a body cell that is still there after the turn. A tail that moves
 * away is free. Ignores where other heads may go.
 */
export function legalMoves(position: Position, seat: Seat): Direction[] {
  return directionsIn(legalMask(position, seat));
}

/** {@link legalMoves} as a mask. */
export function legalMask(position: Position, seat: Seat): number {
  const { neighbours, occupied, size } = position;
  const head = headOf(position, seat);
  if (!(head >= 0)) return returnMask(position, head);
  // Checked first because every snake has one: in a longer body the neck never comes free.
  const neck = position.lengths[seat]! > 2 ? bodyCell(position, seat, 1) : -1;
  const entry = head * 4;
  // Without branches: which of the four are free is unpredictable, and mispredicted branches cost more than sums.
  let mask =
    isZero(occupied[neighbours[entry]!]!) |
    (isZero(occupied[neighbours[entry + 1]!]!) << 1) |
    (isZero(occupied[neighbours[entry + 2]!]!) << 2) |
    (isZero(occupied[neighbours[entry + 3]!]!) << 3);
  for (let taken = ALL_MOVES & ~mask; taken !== 0; taken &= taken - 1) {
    const move = lowestBit(taken);
    const next = neighbours[entry + move]!;
    if (next !== neck && next < size && comesFree(position, seat, next)) mask |= 1 << move;
  }
  return mask;
}

const ALL_MOVES = 0b1111;

/** 1 for 0, and 0 for any greater number below 2^31. */
function isZero(count: number): number {
  return (count - 1) >>> 31;
}

function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** The moves of a head that is off the board back onto it; all for one that fog hides. */
function returnMask(position: Position, head: Cell): number {
  if (head === UNSEEN) return ALL_MOVES;
  let mask = 0;
  for (let move = 0; move < 4; move++) {
    if (position.occupied[stepTo(position, head, move)] === 0) mask |= 1 << move;
  }
  return mask;
}

/**
 * The legal moves that a snake survives whatever the others do: no head-to-head with a snake that is at least as long,
 * and neither hunger nor hazards cost the last health.
 */
export function safeMoves(position: Position, seat: Seat): Direction[] {
  return directionsIn(safeMask(position, seat));
}

/** {@link safeMoves} as a mask. */
export function safeMask(position: Position, seat: Seat): number {
  const head = headOf(position, seat);
  let mask = survivableMask(position, seat);
  for (let move = 0; move < DIRECTIONS.length; move++) {
    if ((mask & (1 << move)) !== 0 && isThreatened(position, seat, stepTo(position, head, move))) mask &= ~(1 << move);
  }
  return mask;
}

/** The legal moves that cost the last health neither by hunger nor by hazards, as a mask. */
export function survivableMask(position: Position, seat: Seat): number {
  const head = headOf(position, seat);
  let mask = legalMask(position, seat);
  for (let move = 0; move < DIRECTIONS.length; move++) {
    if ((mask & (1 << move)) !== 0 && isDeadly(position, seat, stepTo(position, head, move))) mask &= ~(1 << move);
  }
  return mask;
}

/** The moves of a mask, as words. */
export function directionsIn(mask: number): Direction[] {
  return DIRECTIONS.filter((_, move) => (mask & (1 << move)) !== 0);
}

/** Whether every body part on an occupied cell moves away this turn or may be passed. */
function comesFree(position: Position, seat: Seat, cell: Cell): boolean {
  const { causes, bodies, ring, heads, lengths, snakeCount, rules } = position;
  let left = position.occupied[cell]!;
  for (let other = 0; other < snakeCount; other++) {
    if (causes[other] !== 0) continue;
    if (rules.matesPass && isMate(position, seat, other)) left -= bodyCellsOn(position, other, cell);
    else if (bodies[other * ring + ((heads[other]! + lengths[other]! - 1) & (ring - 1))] === cell) left--;
  }
  return left === 0;
}

function bodyCellsOn(position: Position, seat: Seat, cell: Cell): number {
  let count = 0;
  for (let index = 0; index < position.lengths[seat]!; index++) {
    if (bodyCell(position, seat, index) === cell) count++;
  }
  return count;
}

/** Whether a step onto `cell` costs the last health, by hunger or by hazards. */
function isDeadly(position: Position, seat: Seat, cell: Cell): boolean {
  if (position.foodAt[cell] !== 0) return false;
  return healthAfter(position.health[seat]! - 1, position.hazardsAt[cell]!, position.rules.hazardDamage) <= 0;
}

/** Whether another living snake that is at least as long, or may be, could step onto `cell`. */
function isThreatened(position: Position, seat: Seat, cell: Cell): boolean {
  for (let other = 0; other < position.snakeCount; other++) {
    if (other === seat || position.causes[other] !== 0) continue;
    if (position.lengths[other]! < position.lengths[seat]! && unseenParts(position, other) === 0) continue;
    const head = headOf(position, other);
    for (let move = 0; move < DIRECTIONS.length; move++) {
      if (stepTo(position, head, move) === cell) return true;
    }
  }
  return false;
}
