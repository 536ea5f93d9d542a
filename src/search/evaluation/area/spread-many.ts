/** Spreads any number of snakes over a board as bits, with hazards that kill. */
import { MAX_SNAKES, type Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { hasHarm, order, type Areas } from './areas.js';
import { area, deadly, food, free, isAnyWaiting, isTrappedBy, openCells, WORDS, type BitLayout } from './bit-board.js';

/** By seat and word: the cells that the snake can reach at this step. */
const fresh = new Int32Array(MAX_SNAKES * WORDS);

/** By seat: what it has reached at this step, all words together. */
const reached = new Int32Array(MAX_SNAKES);
/** By seat: 1 once the snake reaches no more. */
const isStuck = new Uint8Array(MAX_SNAKES);

/** Lets the `living` snakes walk until none reaches a new cell. */
export function spreadMany(board: BoardView, layout: BitLayout, living: number, areas: Areas): void {
  const { rules, lengths } = board;
  const isHarmful = hasHarm(board);
  const opening = rules.grows ? 0 : lengths[order[0]!]!;
  isStuck.fill(0);
  for (let step = 1; ; step++) {
    if (step < opening) openCells(board, layout, living, step);
    let changes = 0;
    // Longest first: the cells that a snake reaches are no longer free for shorter ones.
    for (let index = 0; index < living;) {
      let end = index + 1;
      while (end < living && lengths[order[end]!] === lengths[order[index]!]) end++;
      for (let each = index; each < end; each++) reach(order[each]!, isHarmful);
      changes |= end === index + 1 ? claim(order[index]!) : contest(index, end);
      index = end;
    }
    for (let index = 0; index < living; index++) {
      const seat = order[index]!;
      if (reached[seat] === 0 && isTrappedBy(board, layout, seat, step, areas)) isStuck[seat] = 1;
    }
    noteFood(living, step, areas);
    if (changes !== 0) continue;
    if (step >= opening - 1 || !isAnyWaiting(board, layout, living, step, areas)) return;
  }
}

/** Fills the snake's words of {@link fresh}. */
function reach(seat: Seat, isHarmful: boolean): void {
  const at = seat * WORDS;
  if (isStuck[seat] === 1) return void fresh.fill(0, at, at + WORDS);
  const a0 = area[at]!;
  const a1 = area[at + 1]!;
  const a2 = area[at + 2]!;
  const a3 = area[at + 3]!;
  const a4 = area[at + 4]!;
  const a5 = area[at + 5]!;
  fresh[at] = free[0]! & ((a0 << 1) | (a0 >>> 1) | a1 | (a5 << 16));
  fresh[at + 1] = free[1]! & ((a1 << 1) | (a1 >>> 1) | a2 | a0);
  fresh[at + 2] = free[2]! & ((a2 << 1) | (a2 >>> 1) | a3 | a1);
  fresh[at + 3] = free[3]! & ((a3 << 1) | (a3 >>> 1) | a4 | a2);
  fresh[at + 4] = free[4]! & ((a4 << 1) | (a4 >>> 1) | a5 | a3);
  fresh[at + 5] = free[5]! & ((a5 << 1) | (a5 >>> 1) | a4 | (a0 >>> 16));
  if (isHarmful) for (let word = at; word < at + WORDS; word++) fresh[word]! &= ~deadly[word]!;
}

/** Gives a snake all that it reaches. */
function claim(seat: Seat): number {
  const at = seat * WORDS;
  let changes = 0;
  for (let word = 0; word < WORDS; word++) {
    const got = fresh[at + word]!;
    area[at + word]! |= got;
    free[word]! &= ~got;
    changes |= got;
  }
  reached[seat] = changes;
  return changes;
}

/** Gives equally long snakes what only one of them reaches. What several reach is closed for everybody. */
function contest(start: number, end: number): number {
  let changes = 0;
  for (let index = start; index < end; index++) reached[order[index]!] = 0;
  for (let word = 0; word < WORDS; word++) {
    let once = 0;
    let twice = 0;
    for (let index = start; index < end; index++) {
      const got = fresh[order[index]! * WORDS + word]!;
      twice |= once & got;
      once |= got;
    }
    for (let index = start; index < end; index++) {
      const at = order[index]! * WORDS + word;
      const got = fresh[at]! & ~twice;
      area[at]! |= got;
      reached[order[index]!]! |= got;
    }
    free[word]! &= ~once;
    changes |= once;
  }
  return changes;
}

function noteFood(living: number, step: number, { foodSteps }: Areas): void {
  for (let index = 0; index < living; index++) {
    const seat = order[index]!;
    if (foodSteps[seat] !== 0) continue;
    let found = 0;
    for (let word = 0; word < WORDS; word++) found |= area[seat * WORDS + word]! & food[word]!;
    if (found !== 0) foodSteps[seat] = step;
  }
}
