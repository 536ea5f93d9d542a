/** Who gets where first: each cell belongs to the snake that reaches it before the others. */

import type { FastBoard } from '../board.js';
import { headOf } from '../snakes.js';
import { type Cell, MAX_SNAKES, type Seat } from '../types.js';
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
  return { counts: new Int32Array(MAX_SNAKES), owners: new Int8Array(board.size) };
}

/** By cell: at which step it was reached, and how long the snake was that did. */
let reachedAt = new Int32Array(0);
let strength = new Int32Array(0);

/**
 * Which living snake reaches each cell first, all stepping at once and bodies moving away in time. Who arrives at the
 * same time as a longer snake does not get the cell; equally long ones contest it, and whatever they reach only through it.
 */
export function areaControl(board: FastBoard, into: AreaControl = createAreaControl(board)): AreaControl {
  fillFreeTimes(board, -1);
  const { freeAt, queue } = scratch;
  if (reachedAt.length < freeAt.length) {
    reachedAt = new Int32Array(freeAt.length);
    strength = new Int32Array(freeAt.length);
  }
  into.counts.fill(0);
  into.owners.fill(NOBODY);
  spread(board, into, placeHeads(board, into, queue), queue, freeAt);
  return into;
}

/** The living heads start the queue, longer snakes first: so of two that arrive at the same step, the longer one is there already. */
function placeHeads(board: FastBoard, { counts, owners }: AreaControl, queue: Uint16Array): number {
  let heads = 0;
  for (let seat = 0; seat < board.snakeCount; seat++) {
    const head = headOf(board, seat);
    if (board.causes[seat] !== 0 || head < 0 || owners[head] !== NOBODY) continue;
    let place = heads++;
    for (; place > 0 && strength[queue[place - 1]!]! < board.lengths[seat]!; place--) queue[place] = queue[place - 1]!;
    queue[place] = head;
    strength[head] = board.lengths[seat]!;
    owners[head] = seat;
    counts[seat] = 1;
    reachedAt[head] = 0;
    scratch.freeAt[head] = NEVER;
  }
  return heads;
}

function spread(
  { neighbours }: FastBoard,
  { counts, owners }: AreaControl,
  heads: number,
  queue: Uint16Array,
  freeAt: Uint16Array,
): void {
  let read = 0;
  let reached = heads;
  for (let step = 1; read < reached; step++) {
    for (const levelEnd = reached; read < levelEnd; read++) {
      const cell: Cell = queue[read]!;
      const owner: Seat = owners[cell]!;
      const length = strength[cell]!;
      const entry = cell * 4;
      for (let move = 0; move < 4; move++) {
        const next = neighbours[entry + move]!;
        if (freeAt[next]! <= step) {
          freeAt[next] = NEVER;
          reachedAt[next] = step;
          strength[next] = length;
          owners[next] = owner;
          if (owner >= 0) counts[owner]!++;
          queue[reached++] = next;
        } else if (
          reachedAt[next] === step &&
          owners[next]! >= 0 &&
          owners[next] !== owner &&
          strength[next] === length
        ) {
          counts[owners[next]!]!--;
          owners[next] = CONTESTED;
        }
      }
    }
  }
}
