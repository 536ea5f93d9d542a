/**
 * Plays duels as `serpentarium compare` does. Prints duels per second on all cores and in one process, and the share of
 * the time that is spent outside of the strategies. Run it: `npm run build && node dist/test/bench/arena.js`.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Contestant } from '../../src/arena/contest/contest.js';
import { createSnakes } from '../../src/arena/workers/create-snakes.js';
import { MatchWorkerPool } from '../../src/arena/workers/match-worker-pool.js';
import { startTally } from '../../src/arena/contest/match/match-tally.js';
import type { MatchOptions } from '../../src/arena/contest/match/match-options.js';
import { playContest } from '../../src/arena/contest/play-contest.js';
import { createPairings, scheduleMatch } from '../../src/arena/contest/match/match-schedule.js';
import { playPairing } from '../../src/arena/workers/play-pairing.js';
import { createMatch } from '../support/contestants.js';

/** Who plays, the pairs played before the clock starts, until all code is compiled, and those that are timed. */
const MATCHES = [
  { names: ['constant', 'constant'], warm: 1500, pairs: 6000 },
  { names: ['random', 'random'], warm: 300, pairs: 1500 },
  { names: ['greedy', 'cautious'], warm: 100, pairs: 250 },
] as const;

type Match = (typeof MATCHES)[number];

/** Duels per second with one process for each core. */
async function playOnAllCores(options: MatchOptions, { warm, pairs }: Match): Promise<number> {
  const pool = new MatchWorkerPool({
    contest: options,
    env: {},
    memoryMb: 512,
    output: undefined,
    concurrency: availableParallelism(),
  });
  let began = 0;
  try {
    await playContest({
      schedule: scheduleMatch(options),
      pool,
      from: startTally(options),
      maxPairs: warm + pairs,
      isDecided: () => false,
      onPair: (tally) => void (tally.pairs === warm && (began = performance.now())),
    });
    return (2 * pairs * 1000) / (performance.now() - began);
  } finally {
    await pool.close();
  }
}

/** Duels per second in this process, and the share of the time that was spent outside of the strategies. */
async function playHere(options: MatchOptions, { warm, pairs }: Match): Promise<{ rate: number; outside: number }> {
  const { contestants, game } = options;
  const clocked = contestants.map((one): Contestant =>
    one.kind === 'local' && one.code !== undefined ? { ...one, code: withClock(one.code) } : one,
  );
  const snakes = await createSnakes(clocked, game, tmpdir());
  const deps = { contestants, game, snakes, traceCall() {} };
  const playAll = async (from: number, to: number): Promise<void> => {
    for (let pair = from; pair < to; pair++) {
      for (const pairing of createPairings(options, pair)) await playPairing(pairing, deps);
    }
  };
  await playAll(0, warm);
  const spent = globalThis as unknown as StrategyTime;
  spent.inStrategies = 0;
  const began = performance.now();
  await playAll(warm, warm + pairs);
  const all = performance.now() - began;
  return { rate: (2 * pairs * 1000) / all, outside: 1 - spent.inStrategies / all };
}

/** Global variables of the clocked strategies. */
interface StrategyTime {
  /** In ms. */
  inStrategies: number;
}

/** The code of the strategy with a clock around its moves. */
function withClock(code: string): string {
  return code.replace(/export\{([^}]*)\};?/, (_, names: string) => {
    const move = /(\w+) as move|\b(move)\b/.exec(names)!;
    const others = names.replace(/(\w+ as )?\bmove\b,?/, '').replace(/,$/, '');
    const call = `const t=performance.now(),r=${move[1] ?? move[2]}(turn,context);globalThis.inStrategies+=performance.now()-t;return r`;
    return `function clockedMove(turn,context){${call}}export{${others},clockedMove as move};`;
  });
}

function print(...cells: string[]): void {
  process.stdout.write(
    `${cells.map((cell, column) => (column === 0 ? cell.padEnd(20) : cell.padStart(20))).join('')}\n`,
  );
}

export async function main(): Promise<void> {
  print('', 'all cores', 'one process', 'outside strategies');
  for (const match of MATCHES) {
    const { names } = match;
    const options = await createMatch(...names);
    const { rate, outside } = await playHere(options, match);
    const all = await playOnAllCores(options, match);
    print(
      names.join(', '),
      `${all.toFixed(0)} duels/s`,
      `${rate.toFixed(0)} duels/s`,
      `${(100 * outside).toFixed(0)} %`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
