/** Who gets where first: each cell belongs to the snake that reaches it before the others. */
import type { Position } from '../position.js';
import { headOf } from '../snakes.js';
import { MAX_SNAKES, type Cell } from '../types.js';
import { fillFreeTimes, scratch } from './free-times.js';

const { freeAt, queue } = scratch;

/** Owner of a cell that no snake reaches. */
export const NOBODY = -1;
/** Owner of a cell that snakes of equal length reach at the same time. */
export const CONTESTED = MAX_SNAKES;

/** The outcome of {@link areaControl}. */
export interface AreaControl {
  /** By seat: number of cells the snake reaches first, its head's own among them; at {@link CONTESTED} those contested. */
  readonly counts: Int32Array;
  /** By cell: a seat, {@link NOBODY} or {@link CONTESTED}. */
  readonly owners: Int8Array;
}

/** Somewhere to put the outcome, for reuse from call to call. */
export function createAreaControl(position: Position): AreaControl {
  return { counts: new Int32Array(MAX_SNAKES + 1), owners: new Int8Array(position.size) };
}

/**
 * What stands in `scratch.freeAt` for a cell that has been reached, all in one number, so that one comparison tells all:
 * from the high bits to the low, {@link CLAIMED}, the step at which it was reached, the snake's rank by length, and its
 * seat or {@link CONTESTED}. Greater than any time at which a cell comes free.
 */
const CLAIMED = 1 << 24;
const STEP_BITS = 10;
const STEP = 1 << STEP_BITS;
const RANK = 1 << 5;
const SEAT_MASK = RANK - 1;

/**
 * Which living snake reaches each cell first, all stepping at once and bodies moving away in time. Who arrives at the
 * same time as a longer snake does not get the cell; equally long ones contest it, and whatever they reach only through it.
 */
export function areaControl(position: Position, into: AreaControl = createAreaControl(position)): AreaControl {
  fillFreeTimes(position, -1);
  spread(position, placeHeads(position));
  takeStock(position, into);
  return into;
}

/** Reads the outcome off the claims, in the order of the cells, which is quicker than that of the queue. */
function takeStock({ size }: Position, { counts, owners }: AreaControl): void {
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

/** Seats of the living, longest first. */
const order = new Uint8Array(MAX_SNAKES);

/** The living heads start the queue, longer snakes first: so of two that arrive at the same step, the longer one is there already. */
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

/** Fills {@link order}; returns the number of the living. */
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

/** Lets the first `heads` cells of the queue claim all that can be reached from them. */
function spread({ neighbours }: Position, heads: number): void {
  let reached = heads;
  // The four neighbours are written out: in a loop over them all this takes a fifth longer.
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
 * Puts a claim on a cell that is free by its step and not claimed yet, and the cell on the queue; on a cell claimed at the
 * same step by an equal, that it is contested. Returns the new length of the queue.
 *
 * Which cells are free is as good as random, and wrongly guessed branches cost more than all this: so the claim and the
 * queue's next entry are written each time, and whether they count is in `free`, which is all ones or all zeros.
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

/** Whether two claims that differ in these bits are of the same step and rank, but not of the same snake. */
function isContest(difference: number): boolean {
  return (difference - 1) >>> 0 < SEAT_MASK;
}
