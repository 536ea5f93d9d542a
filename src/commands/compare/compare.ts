/** `serpentarium compare`: plays paired games between two variants until a test can tell which is better. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { expectSame, readSavedMatch, seedOf } from '../../arena/match/match-file.js';
import type { MatchOptions } from '../../arena/match/match-options.js';
import { reportMatch } from '../../arena/match/match-report.js';
import { startTally, type MatchTally } from '../../arena/match/match-tally.js';
import { evaluateMatch, type StopCondition } from '../../arena/match/stop-condition.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { allOrFaults } from '../arguments.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import {
  addCompareFlags,
  readConcurrency,
  readNames,
  readSnakes,
  readStopCondition,
  type CompareFlags,
} from './compare-flags.js';
import { resolveContestants } from './contestants.js';
import { formatMatchReport } from './format-match.js';
import { runMatch } from './run-match.js';

/** Adds the command to the program. */
export function addCompareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description('play paired games between two variants until a test can tell which is better')
    .argument('<BASE>', 'the name of a strategy, the /prefix of a snake, or a URL')
    .argument('<CANDIDATE>', 'likewise');
  addCompareFlags(command).action(compare);
}

async function compare(base: string, candidate: string, flags: CompareFlags): Promise<void> {
  const saved = flags.resume === undefined ? undefined : readSavedMatch(flags.resume);
  const [names, snakes, concurrency] = allOrFaults(
    () => readNames(base, candidate, flags),
    () => readSnakes(flags),
    () => readConcurrency(flags, availableParallelism()),
  );
  const [game, condition] = allOrFaults(
    () => readGameFlags({ ...flags, gametype: flags.ruleset ?? flags.gametype }, snakes),
    () => readStopCondition(flags, snakes),
  );
  const { contestants, warnings } = await resolveContestants(names, flags.config);
  for (const warning of warnings) printError(`warning: ${warning}`);
  const seed = flags.seed ?? (saved && seedOf(saved)) ?? String(Math.floor(Math.random() * 2 ** 32));
  const match: MatchOptions = { contestants, snakes, seed, game };
  if (saved !== undefined) expectSame(flags.resume!, saved, match, condition.sprt);
  if (flags.output !== undefined) mkdirSync(flags.output, { recursive: true });

  const file = flags.save ?? flags.resume;
  const from = saved?.tally ?? startTally(match);
  const tally = await runMatch({ match, condition, concurrency, from, file, output: flags.output });
  const report = reportMatch(tally, match, condition);
  if (flags.json === true) printJson(report);
  else print(formatMatchReport(report, condition));
  process.exitCode = exitCodeOf(tally, condition);
}

function exitCodeOf(tally: MatchTally, condition: StopCondition): number {
  const verdict =
    evaluateMatch(tally, condition)?.verdict ?? (tally.pairs >= condition.maxPairs ? 'played' : 'undecided');
  return { H1: EXIT.ok, played: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[verdict];
}
