/** When cells come free: the picture of the coming turns that all searches of the toolkit walk on. */

import type { FastBoard } from '../board.js';
import { isMate } from '../snakes.js';
import { MAX_SIDE, type Seat } from '../types.js';

/** Later than any search looks: a cell that never comes free, or that has been visited. */
export const NEVER = 0xffff;

/** Working memory shared by the searches of the toolkit, which never run at the same time; grows to the largest board seen. */
export const scratch = {
  /** By cell: the first step number at which the cell can be entered; {@link NEVER} for the number after the last cell. */
  freeAt: new Int32Array(0),
  /** Cells in the order in which they were reached. */
  queue: new Uint16Array(0),
  /** By step number: where in the queue the cells end that were entered at that step. */
  levelEnds: new Uint16Array(0),
};

/**
 * Fills `scratch.freeAt` by cell: 0 where the cell is free, else the number of steps after which the last body cell
 * there has moved on, so that a tail that moves now is 1. Snakes are taken to go on without eating. With `seat`, bodies
 * that this snake may pass are left out.
 */
export function fillFreeTimes(board: FastBoard, seat: Seat): void {
  if (scratch.freeAt.length <= board.size) growScratch(board.size);
  const { freeAt } = scratch;
  const { causes, snakeCount, rules, size } = board;
  freeAt.fill(0, 0, size);
  freeAt[size] = NEVER;
  for (let other = 0; other < snakeCount; other++) {
    if (causes[other] === 0 && !(rules.matesPass && isMate(board, seat, other))) fillBody(board, other, freeAt);
  }
}

function fillBody({ bodies, ring, heads, lengths, rules }: FastBoard, seat: Seat, freeAt: Int32Array): void {
  const base = seat * ring;
  const head = heads[seat]!;
  const length = lengths[seat]!;
  for (let index = 0; index < length; index++) {
    const cell = bodies[base + ((head + index) & (ring - 1))]!;
    const free = rules.grows ? NEVER : length - index;
    if (cell >= 0 && freeAt[cell]! < free) freeAt[cell] = free;
  }
}

function growScratch(size: number): void {
  const length = size <= 25 * 25 ? 25 * 25 : MAX_SIDE * MAX_SIDE;
  scratch.freeAt = new Int32Array(length + 1);
  scratch.queue = new Uint16Array(length);
  scratch.levelEnds = new Uint16Array(length + 1);
}
