/** Who gets where first: each cell belongs to the snake that reaches it before the others. */

import type { FastBoard } from '../board.js';
import { headOf } from '../snakes.js';
import { MAX_SNAKES } from '../types.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';

/** Owner of a cell that no snake reaches. */
export const NOBODY = -1;
/** Owner of a cell that snakes of equal length reach at the same time. */
export const CONTESTED = -2;

/** The outcome of {@link areaControl}. */
export interface AreaControl {
  /** By seat: number of cells the snake reaches first, its head's own among them. */
  readonly counts: Int32Array;
  /** By cell: a seat, {@link NOBODY} or {@link CONTESTED}. */
  readonly owners: Int8Array;
}

/** Somewhere to put the outcome, for reuse from call to call. */
export function createAreaControl(board: FastBoard): AreaControl {
  return { counts: new Int32Array(MAX_SNAKES), owners: new Int8Array(board.size + 1) };
}

/**
 * By cell: who reached it, in one number, so that one comparison tells all. From the high bits to the low: the step at
 * which it was reached, the snake's rank by length, and its seat or {@link CONTESTED_CLAIM}.
 */
let claims = new Int32Array(0);
const RANK = 1 << 5;
const STEP_BITS = 10;
const SEAT_MASK = RANK - 1;
const CONTESTED_CLAIM = MAX_SNAKES;

/**
 * Which living snake reaches each cell first, all stepping at once and bodies moving away in time. Who arrives at the
 * same time as a longer snake does not get the cell; equally long ones contest it, and whatever they reach only through it.
 */
export function areaControl(board: FastBoard, into: AreaControl = createAreaControl(board)): AreaControl {
  fillFreeTimes(board, -1);
  if (claims.length < scratch.freeAt.length) claims = new Int32Array(scratch.freeAt.length);
  const { counts, owners } = into;
  counts.fill(0);
  owners.fill(NOBODY);
  const reached = spread(board, placeHeads(board, owners));
  for (let place = 0; place < reached; place++) {
    const cell = scratch.queue[place]!;
    const seat = claims[cell]! & SEAT_MASK;
    owners[cell] = seat === CONTESTED_CLAIM ? CONTESTED : seat;
    if (seat !== CONTESTED_CLAIM) counts[seat]!++;
  }
  return into;
}

/** Seats of the living, longest first. */
const order = new Uint8Array(MAX_SNAKES);

/** The living heads start the queue, longer snakes first: so of two that arrive at the same step, the longer one is there already. */
function placeHeads(board: FastBoard, owners: Int8Array): number {
  const { queue, freeAt } = scratch;
  const living = sortByLength(board);
  let heads = 0;
  let rank = 0;
  for (let place = 0; place < living; place++) {
    const seat = order[place]!;
    if (place > 0 && board.lengths[seat] !== board.lengths[order[place - 1]!]) rank += RANK;
    const head = headOf(board, seat);
    if (head < 0 || owners[head] !== NOBODY) continue;
    owners[head] = seat;
    freeAt[head] = NEVER;
    claims[head] = rank | seat;
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

/** Returns the length of the queue in the end: the number of cells reached. */
function spread({ neighbours }: FastBoard, heads: number): number {
  const { queue, freeAt } = scratch;
  const claimed = claims;
  let reached = heads;
  for (let read = 0; read < reached; read++) {
    const cell = queue[read]!;
    const claim = claimed[cell]! + (1 << STEP_BITS);
    const step = claim >> STEP_BITS;
    const entry = cell * 4;
    const up = neighbours[entry]!;
    if (freeAt[up]! <= step) {
      freeAt[up] = NEVER;
      claimed[up] = claim;
      queue[reached++] = up;
    } else if (isContest(claimed[up]!, claim)) {
      claimed[up] = (claim & ~SEAT_MASK) | CONTESTED_CLAIM;
    }
    const down = neighbours[entry + 1]!;
    if (freeAt[down]! <= step) {
      freeAt[down] = NEVER;
      claimed[down] = claim;
      queue[reached++] = down;
    } else if (isContest(claimed[down]!, claim)) {
      claimed[down] = (claim & ~SEAT_MASK) | CONTESTED_CLAIM;
    }
    const left = neighbours[entry + 2]!;
    if (freeAt[left]! <= step) {
      freeAt[left] = NEVER;
      claimed[left] = claim;
      queue[reached++] = left;
    } else if (isContest(claimed[left]!, claim)) {
      claimed[left] = (claim & ~SEAT_MASK) | CONTESTED_CLAIM;
    }
    const right = neighbours[entry + 3]!;
    if (freeAt[right]! <= step) {
      freeAt[right] = NEVER;
      claimed[right] = claim;
      queue[reached++] = right;
    } else if (isContest(claimed[right]!, claim)) {
      claimed[right] = (claim & ~SEAT_MASK) | CONTESTED_CLAIM;
    }
  }
  return reached;
}

/** Whether two claims are of the same step and rank, but not of the same snake. */
function isContest(claim: number, other: number): boolean {
  const difference = claim ^ other;
  return (difference - 1) >>> 0 < SEAT_MASK;
}
