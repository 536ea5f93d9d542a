/** Area control: which snake reaches each cell first. */
import type { Position } from '../position.js';
import { headOf } from '../snakes.js';
import { MAX_SNAKES, type Cell } from '../types.js';
import { fillFreeTimes, scratch } from './free-times.js';

const { freeAt, queue } = scratch;

/** Owner of a cell that no snake reaches. */
export const NOBODY = -1;
/** Owner of a cell that snakes of equal length reach at the same time. */
export const CONTESTED = MAX_SNAKES;

/** The cells that each snake reaches first, by seat. */
export interface AreaControl {
  /**
   * By seat: the number of cells that the snake reaches first, its head's included; at {@link CONTESTED}, the
   * contested.
   */
  readonly counts: Int32Array;
  /** By cell: a seat, {@link NOBODY} or {@link CONTESTED}. */
  readonly owners: Int8Array;
}

/** Room for a result of {@link areaControl}, to be reused from call to call. */
export function createAreaControl(position: Position): AreaControl {
  return { counts: new Int32Array(MAX_SNAKES + 1), owners: new Int8Array(position.size) };
}

/**
 * The entry of `scratch.freeAt` for a cell that has been reached. It is one number, so that one comparison is enough.
 * From the high bits to the low: {@link CLAIMED}, the step at which it was reached, the snake's rank by length, and its
 * seat or {@link CONTESTED}. It is greater than any step at which a cell comes free.
 */
const CLAIMED = 1 << 24;
const STEP_BITS = 10;
const STEP = 1 << STEP_BITS;
const RANK = 1 << 5;
const SEAT_MASK = RANK - 1;

/**
 * Which living snake reaches each cell first, if all walk at once and bodies move away in time. Of two snakes that
 * arrive together, the longer one gets the cell. Equally long ones contest it, and all that they reach only through it.
 * No snake gets a cell whose hazards would kill any snake at once.
 */
export function areaControl(position: Position, into: AreaControl = createAreaControl(position)): AreaControl {
  fillFreeTimes(position, -1);
  spread(position, placeHeads(position));
  readClaims(position, into);
  return into;
}

/** Reads the result from the claims in the order of the cells, which is faster than the order of the queue. */
function readClaims({ size }: Position, { counts, owners }: AreaControl): void {
  counts.fill(0);
  owners.fill(NOBODY);
  for (let cell = 0; cell < size; cell++) {
    const claim = freeAt[cell]!;
    if (claim < CLAIMED) continue;
    const owner = claim & SEAT_MASK;
    owners[cell] = owner;
    counts[owner]!++;
  }
}

/** The seats of the living snakes, longest first. */
const order = new Uint8Array(MAX_SNAKES);

/**
 * Puts the living heads on the queue, longest first: of two snakes that arrive together, the longer one claims first.
 */
function placeHeads(position: Position): number {
  const living = sortByLength(position);
  let heads = 0;
  let rank = 0;
  for (let place = 0; place < living; place++) {
    const seat = order[place]!;
    if (place > 0 && position.lengths[seat] !== position.lengths[order[place - 1]!]) rank += RANK;
    const head = headOf(position, seat);
    if (head < 0 || freeAt[head]! >= CLAIMED) continue;
    freeAt[head] = CLAIMED | rank | seat;
    queue[heads++] = head;
  }
  return heads;
}

/** Fills {@link order}, and returns the number of living snakes. */
function sortByLength({ causes, lengths, snakeCount }: Position): number {
  let living = 0;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    let place = living++;
    for (; place > 0 && lengths[order[place - 1]!]! < lengths[seat]!; place--) order[place] = order[place - 1]!;
    order[place] = seat;
  }
  return living;
}

/** Claims every cell that can be reached from the first `heads` cells of the queue. */
function spread({ neighbours }: Position, heads: number): void {
  let reached = heads;
  // Written out for the four neighbours: a loop takes a fifth longer.
  for (let read = 0; read < reached; read++) {
    const cell = queue[read]!;
    const claim = freeAt[cell]! + STEP;
    const entry = cell * 4;
    reached = claimCell(neighbours[entry]!, claim, reached);
    reached = claimCell(neighbours[entry + 1]!, claim, reached);
    reached = claimCell(neighbours[entry + 2]!, claim, reached);
    reached = claimCell(neighbours[entry + 3]!, claim, reached);
  }
}

/**
 * Claims a cell that is free at its step and not claimed yet, and puts it on the queue. If an equally long snake has
 * claimed it at the same step, marks it as contested. Returns the new length of the queue.
 *
 * Which cells are free is unpredictable, and mispredicted branches cost more than all this. So the claim and the next
 * entry of the queue are always written, and `free`, which is all ones or all zeros, decides whether they count.
 */
function claimCell(cell: Cell, claim: number, reached: number): number {
  const held = freeAt[cell]!;
  const difference = held ^ claim;
  const free = (held - 1 - ((claim - CLAIMED) >> STEP_BITS)) >> 31;
  queue[reached] = cell;
  freeAt[cell] = held ^ (difference & free);
  if (isContest(difference)) freeAt[cell] = (claim & ~SEAT_MASK) | CONTESTED;
  return reached - free;
}

/** Whether two claims that differ in these bits have the same step and rank, but not the same snake. */
function isContest(difference: number): boolean {
  return (difference - 1) >>> 0 < SEAT_MASK;
}
