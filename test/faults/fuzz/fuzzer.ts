/** What a fuzzer is: inputs that are known to be good, changed at random, and what must hold for whatever comes out. */
import type { Chance } from '../../../src/rules/chance.js';

export interface Fuzzer {
  readonly name: string;
  readonly what: string;
  /** Folder of `test/fixtures/found` with what it found. */
  readonly folder: string;
  /** Good inputs to begin with. */
  seeds(): Promise<readonly string[]>;
  /** Changes an input. */
  mutate(input: string, chance: Chance): string;
  /** Throws if the product does not stand this input. */
  check(input: string): Promise<void> | void;
}

export interface Finding {
  readonly input: string;
  readonly problem: string;
}

export interface FuzzResult {
  readonly tried: number;
  readonly findings: readonly Finding[];
}

/** Most CPU time for one input: an input of a few kB that takes more hangs a command, in ms. */
const LIMIT_MS = 2000;
/** Findings of one run: more of them would show the same. */
const MAX_FINDINGS = 5;
const MAX_MUTATIONS = 4;

/** Fuzzes until `until` (on this process's clock) or for `count` inputs, whichever comes last. */
export async function fuzz(fuzzer: Fuzzer, chance: Chance, count: number, until: number): Promise<FuzzResult> {
  const seeds = await fuzzer.seeds();
  const findings: Finding[] = [];
  let tried = 0;
  for (; (tried < count || performance.now() < until) && findings.length < MAX_FINDINGS; tried++) {
    let input = seeds[chance.below(seeds.length)]!;
    for (let left = 1 + chance.below(MAX_MUTATIONS); left > 0; left--) input = fuzzer.mutate(input, chance);
    const problem = await problemOf(fuzzer, input);
    if (problem !== undefined) findings.push({ input, problem });
    // Servers and timers of this process get their turn.
    if (tried % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { tried, findings };
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
