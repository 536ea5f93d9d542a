/** `serpentarium compare`: which of two variants is better, by as many paired games as it takes to know. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { removeGameFiles } from '../arena/game-file.js';
import { playMatch } from '../arena/match.js';
import { MatchCrew } from '../arena/match-crew.js';
import { expectSame, readSavedMatch, saveMatch, seedOf } from '../arena/match-file.js';
import { isDecided, judgeMatch, type MatchGoal } from '../arena/match-goal.js';
import { reportMatch } from '../arena/match-report.js';
import { startTally, type MatchTally } from '../arena/match-tally.js';
import { gamesPerPair, type MatchTerms } from '../arena/match-terms.js';
import { allOrFaults } from './arguments.js';
import {
  addCompareFlags,
  readGoal,
  readNamed,
  readConcurrency,
  readSnakes,
  type CompareFlags,
} from './compare-flags.js';
import { environmentOf, memoryOf, nameContestants } from './contestants.js';
import { EXIT } from './exit-codes.js';
import { readGameFlags } from './game-flags.js';
import { showProgress } from './match-progress.js';
import { formatReport } from './match-text.js';

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
  const terms = { contestants, snakes, seed, game } as unknown as MatchTerms;
  if (saved !== undefined) expectSame(flags.resume!, saved, terms, goal.sprt);
  if (flags.output !== undefined) mkdirSync(flags.output, { recursive: true });

  const tally = await run(terms, goal, concurrency, saved?.tally ?? startTally(terms), flags);
  const report = reportMatch(tally, terms, goal);
  console.log(flags.json === true ? JSON.stringify(report) : formatReport(report, goal));
  process.exitCode = exitCodeOf(tally, goal);
}

/** Plays until the end, or Ctrl-C. */
async function run(
  terms: MatchTerms,
  goal: MatchGoal,
  concurrency: number,
  from: MatchTally,
  { save, resume, output }: CompareFlags,
): Promise<MatchTally> {
  const { contestants } = terms;
  const crew = new MatchCrew({
    terms,
    env: environmentOf(contestants),
    memoryMb: memoryOf(contestants),
    output,
    concurrency,
  });
  const file = save ?? resume;
  let tally = from;
  let savedAt = -Infinity;
  const keep = () => {
    if (file !== undefined) saveMatch(file, terms, goal.sprt, tally);
    savedAt = performance.now();
  };
  const stop = () => void crew.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const hide = showProgress({ output: process.stderr, goal, gamesPerPair: gamesPerPair(terms), tally: () => tally });
  try {
    tally = await playMatch({
      terms,
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

function exitCodeOf(tally: MatchTally, goal: MatchGoal): number {
  const verdict = judgeMatch(tally, goal)?.verdict ?? (tally.pairs >= goal.maxPairs ? 'played' : 'undecided');
  return { H1: EXIT.ok, played: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[verdict];
}
