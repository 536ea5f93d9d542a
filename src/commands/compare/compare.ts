/** `serpentarium compare`: which of two variants is better, by as many paired games as it takes to know. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { removeGameFiles } from '../../arena/output/game-file.js';
import { playMatch } from '../../arena/match/match.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { expectSame, readSavedMatch, saveMatch, seedOf } from '../../arena/match/match-file.js';
import { isDecided, evaluateMatch, type StopCondition } from '../../arena/match/stop-condition.js';
import { reportMatch } from '../../arena/match/match-report.js';
import { startTally, type MatchTally } from '../../arena/match/match-tally.js';
import { gamesPerPair, type MatchOptions } from '../../arena/match/match-options.js';
import { allOrFaults } from '../arguments.js';
import {
  addCompareFlags,
  readGoal,
  readNamed,
  readConcurrency,
  readSnakes,
  type CompareFlags,
} from './compare-flags.js';
import { environmentOf, memoryOf, nameContestants } from './contestants.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import { showProgress } from './match-progress.js';
import { formatMatchReport } from './match-text.js';

/** The least time between two saves, in ms. */
const SAVE_INTERVAL = 500;

export function addCompareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description('play paired games between two variants until it is known which is better')
    .argument('<BASE>', 'a strategy by its name, a snake by its /prefix, or a URL')
    .argument('<CANDIDATE>', 'likewise');
  addCompareFlags(command).action(compare);
}

async function compare(base: string, candidate: string, flags: CompareFlags): Promise<void> {
  const saved = flags.resume === undefined ? undefined : readSavedMatch(flags.resume);
  const [named, snakes, concurrency] = allOrFaults(
    () => readNamed(base, candidate, flags),
    () => readSnakes(flags),
    () => readConcurrency(flags, availableParallelism()),
  );
  const [game, goal] = allOrFaults(
    () => readGameFlags({ ...flags, gametype: flags.ruleset ?? flags.gametype }, snakes),
    () => readGoal(flags, snakes),
  );
  const { contestants, warnings } = await nameContestants(named, flags.config);
  for (const warning of warnings) console.error(`warning: ${warning}`);
  const seed = flags.seed ?? (saved && seedOf(saved)) ?? String(Math.floor(Math.random() * 2 ** 32));
  const options = { contestants, snakes, seed, game } as unknown as MatchOptions;
  if (saved !== undefined) expectSame(flags.resume!, saved, options, goal.sprt);
  if (flags.output !== undefined) mkdirSync(flags.output, { recursive: true });

  const tally = await run(options, goal, concurrency, saved?.tally ?? startTally(options), flags);
  const report = reportMatch(tally, options, goal);
  console.log(flags.json === true ? JSON.stringify(report) : formatMatchReport(report, goal));
  process.exitCode = exitCodeOf(tally, goal);
}

/** Plays until the end, or Ctrl-C. */
async function run(
  options: MatchOptions,
  goal: StopCondition,
  concurrency: number,
  from: MatchTally,
  { save, resume, output }: CompareFlags,
): Promise<MatchTally> {
  const { contestants } = options;
  const crew = new MatchWorkerPool({
    match: options,
    env: environmentOf(contestants),
    memoryMb: memoryOf(contestants),
    output,
    concurrency,
  });
  const file = save ?? resume;
  let tally = from;
  let savedAt = -Infinity;
  const keep = () => {
    if (file !== undefined) saveMatch(file, options, goal.sprt, tally);
    savedAt = performance.now();
  };
  const stop = () => void crew.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const hide = showProgress({ output: process.stderr, goal, gamesPerPair: gamesPerPair(options), tally: () => tally });
  try {
    tally = await playMatch({
      options: options,
      crew,
      from,
      maxPairs: goal.maxPairs,
      isDecided: (now) => isDecided(now, goal),
      folded(now) {
        tally = now;
        if (performance.now() - savedAt >= SAVE_INTERVAL) keep();
      },
    });
    keep();
    return tally;
  } finally {
    hide();
    await crew.close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}

function exitCodeOf(tally: MatchTally, goal: StopCondition): number {
  const verdict = evaluateMatch(tally, goal)?.verdict ?? (tally.pairs >= goal.maxPairs ? 'played' : 'undecided');
  return { H1: EXIT.ok, played: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[verdict];
}
