/** What a fuzzer is: inputs that are known to be good, changed at random, and what must hold for whatever comes out. */
import { createChance, type Chance } from '../../src/rules/chance.js';

export interface Fuzzer {
  /** Also its folder of `test/fixtures/found`. */
  readonly name: string;
  readonly what: string;
  /** Good inputs to begin with. */
  seeds(): Promise<readonly string[]>;
  /** Changes an input. */
  mutate(input: string, chance: Chance): string;
  /** Throws if the product does not stand this input. */
  check(input: string): Promise<void> | void;
}

/** Most CPU time for one input: an input of a few kB that takes more hangs a command, in ms. */
const LIMIT_MS = 2000;
const MAX_MUTATIONS = 4;

/** Tries `count` inputs, the same for the same seed. Returns the first that breaks the product, and how. */
export async function fuzz(
  fuzzer: Fuzzer,
  seed: string,
  count: number,
): Promise<{ input: string; problem: string } | undefined> {
  const chance = createChance(`${seed} ${fuzzer.name}`);
  const seeds = await fuzzer.seeds();
  for (let tried = 0; tried < count; tried++) {
    let input = seeds[chance.below(seeds.length)]!;
    for (let left = 1 + chance.below(MAX_MUTATIONS); left > 0; left--) input = fuzzer.mutate(input, chance);
    const problem = await problemOf(fuzzer, input);
    if (problem !== undefined) return { input, problem };
  }
  return undefined;
}

/** What is wrong with how the product takes an input; `undefined` if nothing is. */
export async function problemOf(fuzzer: Fuzzer, input: string): Promise<string | undefined> {
  const began = process.cpuUsage();
  try {
    await fuzzer.check(input);
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  const { user, system } = process.cpuUsage(began);
  const took = (user + system) / 1000;
  return took > LIMIT_MS ? `took ${took.toFixed(0)} ms` : undefined;
}
