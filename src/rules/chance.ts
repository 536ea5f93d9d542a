/** Chance as a parameter: seeded streams of numbers, the same on every machine, and two doubles for tests. */

/** A stream of random numbers. */
export interface Chance {
  /** A whole number from 0 to `n` − 1, each as likely; 0 when `n` is below 2. */
  below(n: number): number;
  /** A number from 0 up to, but not including, 1. */
  fraction(): number;
  /**
   * Starts over as sequence number `sequence` of this stream. Food is drawn from a sequence of its own each turn, so
   * that two games with one seed stay equally lucky after their draws have gone apart.
   */
  rewind(sequence: number): void;
}

/** The streams of one game. What one of them has drawn does not move the others. */
export interface GameChance {
  readonly setUp: Chance;
  readonly food: Chance;
  readonly hazards: Chance;
}

const TWO_TO_32 = 4294967296;

/**
 * A seeded stream: sfc32 (Chris Doty-Humphrey's small fast counting generator), seeded with a hash of the text.
 * Whole-number arithmetic only, so every machine and Node version draws the same numbers.
 */
export function createChance(seed: string | number): Chance {
  const [seedA, seedB, seedC] = hashText(String(seed));
  const state = new Int32Array(4);

  function next(): number {
    const sum = (state[0]! + state[1]! + state[3]!) | 0;
    state[3] = (state[3]! + 1) | 0;
    state[0] = state[1]! ^ (state[1]! >>> 9);
    state[1] = (state[2]! + (state[2]! << 3)) | 0;
    state[2] = ((state[2]! << 21) | (state[2]! >>> 11)) + sum;
    return sum >>> 0;
  }

  // Seeds that resemble each other would need a dozen rounds to part; stirred ones are far apart from the first.
  function rewind(sequence: number): void {
    const a = stir(seedA ^ sequence);
    const b = stir(seedB ^ a);
    state[0] = a;
    state[1] = b;
    state[2] = stir(seedC ^ b);
    state[3] = 1;
  }

  rewind(0);
  return {
    // The high part of the product: without the bias and the division of a remainder, for n far below 2^32.
    below: (n) => (n < 2 ? 0 : ((next() / TWO_TO_32) * n) >>> 0),
    fraction: () => next() / TWO_TO_32,
    rewind,
  };
}

/** The streams of a game with this seed. */
export function createGameChance(seed: string | number): GameChance {
  return {
    setUp: createChance(`${seed} set-up`),
    food: createChance(`${seed} food`),
    hazards: createChance(`${seed} hazards`),
  };
}

/** Always draws the lowest number. */
export const lowest: Chance = { below: () => 0, fraction: () => 0, rewind: () => {} };

/** Always draws the highest number. */
export const highest: Chance = { below: (n) => (n < 2 ? 0 : n - 1), fraction: () => 1 - 2 ** -32, rewind: () => {} };

/** The same double for all streams of a game. */
export function sameChance(chance: Chance): GameChance {
  return { setUp: chance, food: chance, hazards: chance };
}

/** Puts the list into random order, in place. */
export function shuffle<T>(chance: Chance, list: T[]): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = chance.below(last + 1);
    const held = list[last]!;
    list[last] = list[other]!;
    list[other] = held;
  }
  return list;
}

/** Three 32-bit numbers from a text: FNV-1a's loop with three different multipliers, stirred at the end. */
function hashText(text: string): readonly [number, number, number] {
  let [a, b, c] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca77);
    c = Math.imul(c ^ code, 0xc2b2ae3d);
  }
  return [stir(a), stir(b), stir(c)];
}

function stir(word: number): number {
  let stirred = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x846ca68b);
  return stirred ^ (stirred >>> 16);
}
