/** Who gets where first: each cell belongs to the snake that reaches it before the others. */

import type { FastBoard } from '../board.js';
import { headOf } from '../snakes.js';
import { MAX_SNAKES } from '../types.js';
import { fillFreeTimes, scratch } from './free-times.js';

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
export function createAreaControl(board: FastBoard): AreaControl {
  return { counts: new Int32Array(MAX_SNAKES + 1), owners: new Int8Array(board.size) };
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
export function areaControl(board: FastBoard, into: AreaControl = createAreaControl(board)): AreaControl {
  fillFreeTimes(board, -1);
  spread(board, placeHeads(board));
  takeStock(board, into);
  return into;
}

/** Reads the outcome off the claims, in the order of the cells, which is quicker than that of the queue. */
function takeStock({ size }: FastBoard, { counts, owners }: AreaControl): void {
  const { freeAt } = scratch;
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
function placeHeads(board: FastBoard): number {
  const { freeAt, queue } = scratch;
  const living = sortByLength(board);
  let heads = 0;
  let rank = 0;
  for (let place = 0; place < living; place++) {
    const seat = order[place]!;
    if (place > 0 && board.lengths[seat] !== board.lengths[order[place - 1]!]) rank += RANK;
    const head = headOf(board, seat);
    if (head < 0 || freeAt[head]! >= CLAIMED) continue;
    freeAt[head] = CLAIMED | rank | seat;
    queue[heads++] = head;
  }
  return heads;
}

/** Fills {@link order}; returns the number of the living. */
function sortByLength({ causes, lengths, snakeCount }: FastBoard): number {
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
function spread({ neighbours }: FastBoard, heads: number): void {
  const { freeAt, queue } = scratch;
  let reached = heads;
  for (let read = 0; read < reached; read++) {
    const cell = queue[read]!;
    const claim = freeAt[cell]! + STEP;
    const step = (claim - CLAIMED) >> STEP_BITS;
    const entry = cell * 4;
    const up = neighbours[entry]!;
    if (freeAt[up]! <= step) {
      freeAt[up] = claim;
      queue[reached++] = up;
    } else if (isContest(freeAt[up]!, claim)) {
      freeAt[up] = (claim & ~SEAT_MASK) | CONTESTED;
    }
    const down = neighbours[entry + 1]!;
    if (freeAt[down]! <= step) {
      freeAt[down] = claim;
      queue[reached++] = down;
    } else if (isContest(freeAt[down]!, claim)) {
      freeAt[down] = (claim & ~SEAT_MASK) | CONTESTED;
    }
    const left = neighbours[entry + 2]!;
    if (freeAt[left]! <= step) {
      freeAt[left] = claim;
      queue[reached++] = left;
    } else if (isContest(freeAt[left]!, claim)) {
      freeAt[left] = (claim & ~SEAT_MASK) | CONTESTED;
    }
    const right = neighbours[entry + 3]!;
    if (freeAt[right]! <= step) {
      freeAt[right] = claim;
      queue[reached++] = right;
    } else if (isContest(freeAt[right]!, claim)) {
      freeAt[right] = (claim & ~SEAT_MASK) | CONTESTED;
    }
  }
}

/** Whether two claims are of the same step and rank, but not of the same snake. */
function isContest(claim: number, other: number): boolean {
  const difference = claim ^ other;
  return (difference - 1) >>> 0 < SEAT_MASK;
}
