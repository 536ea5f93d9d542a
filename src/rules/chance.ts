/** Chance as a parameter: seeded streams of random numbers, and two constant ones for tests. */

/** A stream of random numbers. */
export interface Chance {
  /** A whole number from 0 to `n` − 1, all equally likely; 0 if `n` is below 2. */
  below(n: number): number;
  /** A number in [0, 1). */
  fraction(): number;
  /**
   * Starts sequence number `sequence` of this stream. Food is drawn from a different sequence each turn, so two games
   * with one seed stay equally lucky even after they have drawn differently often.
   */
  rewind(sequence: number): void;
}

/** The streams of one game. Draws from one of them do not affect the others. */
export interface GameChance {
  readonly setUp: Chance;
  readonly food: Chance;
  readonly hazards: Chance;
}

const TWO_TO_32 = 4294967296;

/**
 * A seeded stream: sfc32 (Chris Doty-Humphrey's small fast counting generator), seeded with a hash of `seed`. It uses
 * whole-number arithmetic only, so every machine and Node version draws the same numbers.
 */
export function createChance(seed: string | number): Chance {
  return new Sfc32(String(seed));
}

// V8 creates a class with whole-number fields in about half the time of closures over an array; both draw equally fast.
class Sfc32 implements Chance {
  readonly #seedA: number;
  readonly #seedB: number;
  readonly #seedC: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(seed: string) {
    let [a, b, c] = [0x811c9dc5 | 0, 0x9e3779b9 | 0, 0x85ebca6b | 0];
    // FNV-1a's loop with three different multipliers, stirred at the end.
    for (let index = 0; index < seed.length; index++) {
      const code = seed.charCodeAt(index);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca77);
      c = Math.imul(c ^ code, 0xc2b2ae3d);
    }
    this.#seedA = stir(a);
    this.#seedB = stir(b);
    this.#seedC = stir(c);
    this.rewind(0);
  }

  // Takes the high part of a product: no bias and no division, unlike a remainder, for n far below 2^32.
  below(n: number): number {
    return n < 2 ? 0 : (((this.#word() >>> 0) / TWO_TO_32) * n) >>> 0;
  }

  fraction(): number {
    return (this.#word() >>> 0) / TWO_TO_32;
  }

  // 32 random bits as a signed number: V8 returns it in a register, but would put a fraction on the heap.
  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum;
  }

  // Similar seeds would need a dozen rounds to diverge; stirred ones differ from the first number on.
  rewind(sequence: number): void {
    this.#a = stir(this.#seedA ^ sequence);
    this.#b = stir(this.#seedB ^ this.#a);
    this.#c = stir(this.#seedC ^ this.#b);
    this.#counter = 1;
  }
}

/** The streams of a game with this seed. */
export function createGameChance(seed: string | number): GameChance {
  return {
    setUp: createChance(`${seed} set-up`),
    food: createChance(`${seed} food`),
    hazards: createChance(`${seed} hazards`),
  };
}

/** For tests: always draws the lowest number. */
export const lowest: Chance = { below: () => 0, fraction: () => 0, rewind: () => {} };

/** Always draws the highest number: for tests, and for stages that draw nothing. */
export const highest: Chance = { below: (n) => (n < 2 ? 0 : n - 1), fraction: () => 1 - 2 ** -32, rewind: () => {} };

/** Shuffles a list in place. */
export function shuffle<T>(chance: Chance, list: T[]): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = chance.below(last + 1);
    const held = list[last]!;
    list[last] = list[other]!;
    list[other] = held;
  }
  return list;
}

/** Spreads every bit of a number over all 32. */
function stir(word: number): number {
  let stirred = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x846ca68b);
  return stirred ^ (stirred >>> 16);
}
