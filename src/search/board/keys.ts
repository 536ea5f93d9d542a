/** The two words of a search board's hash, after Zobrist (1970): a mixed number for each fact, combined by XOR. */

/** The bits of a fact: 14 for the cell, which hold any of a 100×100 board, 4 for the seat, the rest for the turn. */
const SEAT_SHIFT = 14;
const TURN_SHIFT = 18;

/** Codes above the cells of the largest board, for facts without a cell. */
const LENGTH = (1 << SEAT_SHIFT) - 1;
const HEALTH = LENGTH - 1;
const HAZARDS = LENGTH - 2;
const SETTING = LENGTH - 3;

/**
 * The fact that a snake's head entered `cell` on `turn`. A body is the set of these facts, together with its length.
 * They do not change from turn to turn: a move changes two of them, a meal none.
 */
export function bodyFact(seat: number, cell: number, turn: number): number {
  return (turn << TURN_SHIFT) | (seat << SEAT_SHIFT) | cell;
}

export function lengthFact(seat: number, length: number): number {
  return (length << TURN_SHIFT) | (seat << SEAT_SHIFT) | LENGTH;
}

/** The health of a snake, as the turn on which it would starve: the same number until it eats or meets a hazard. */
export function healthFact(seat: number, starvesOn: number): number {
  return (starvesOn << TURN_SHIFT) | (seat << SEAT_SHIFT) | HEALTH;
}

/** Food on a cell. `~cell` sets the turn bits to a value above any real turn, so it cannot equal another fact. */
export function foodFact(cell: number): number {
  return ~cell;
}

/** A stack of hazards on a cell; two facts, so that a high stack does not meet another fact's code. */
export function hazardFact(cell: number, depth: number): number {
  return (cell << TURN_SHIFT) ^ mixHigh((depth << SEAT_SHIFT) | HAZARDS);
}

/** A fact that stays the same for a whole game. */
export function settingFact(index: number, value: number): number {
  return mixHigh((index << TURN_SHIFT) | SETTING) ^ value;
}

/** The low word of a fact: the finalizer of MurmurHash3 (Austin Appleby), which is one to one. */
export function mixLow(fact: number): number {
  let word = Math.imul(fact ^ (fact >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

/** The high word of a fact: with other constants (Chris Wellons' lowbias32). */
export function mixHigh(fact: number): number {
  let word = Math.imul(fact ^ (fact >>> 16) ^ 0x5bd1e995, 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  return word ^ (word >>> 16);
}
