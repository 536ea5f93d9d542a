/** `serpentarium compare`: plays paired games between two variants until a test can tell which is better. */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { listSilent } from '../../arena/match/format-verdict.js';
import { expectFree, expectSame, readSavedMatch, type KeptMatch } from '../../arena/match/match-file.js';
import type { MatchOptions } from '../../arena/match/match-options.js';
import { reportMatch } from '../../arena/match/match-report.js';
import { startTally, type MatchTally } from '../../arena/match/match-tally.js';
import { evaluateMatch, type StopCondition } from '../../arena/match/stop-condition.js';
import { usageFault } from '../../errors.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { allOrFaults } from '../arguments.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import {
  addCompareFlags,
  explainRounding,
  readConcurrency,
  readNames,
  readSnakes,
  readStopCondition,
  type CompareFlags,
} from './compare-flags.js';
import { resolveContestants } from './contestants.js';
import { formatMatchReport } from './format-match.js';
import { runMatch } from './run-match.js';
import { completeCall, formatResumeLine, toArguments, type CompareCall, type WrittenCall } from './saved-command.js';

/** Adds the command to the program. */
export function addCompareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description('play paired games between two variants until a test can tell which is better')
    .argument('[BASE]', 'the name of a strategy, the /prefix of a snake, or a URL; needed without --resume')
    .argument('[CANDIDATE]', 'likewise');
  addCompareFlags(command).action(
    async (base: string | undefined, candidate: string | undefined, flags: CompareFlags) =>
      compare({ base, candidate, flags, command }),
  );
}

async function compare(written: WrittenCall): Promise<void> {
  const { resume } = written.flags;
  const saved = resume === undefined ? undefined : readSavedMatch(resume);
  const call = saved === undefined ? readCall(written) : completeCall(written, resume!, saved.arguments);
  const { flags } = call;
  const { condition, concurrency, options } = await readMatch(call);
  const words = toArguments(call, written.command, { seed: options.seed, condition });
  const kept: KeptMatch = { arguments: words, options, sprt: condition.sprt };
  if (saved !== undefined) expectSame(resume!, saved, kept);
  const file = flags.save ?? resume;
  if (file !== undefined && file !== resume) expectFree(file, '--save');
  const rounding = explainRounding(flags, options.snakes);
  if (rounding !== undefined) printError(rounding);
  if (flags.output !== undefined) mkdirSync(flags.output, { recursive: true });

  const from = saved?.tally ?? startTally(options);
  const run = await runMatch({ kept, condition, concurrency, from, file, output: flags.output });
  const { tally } = run;
  const report = reportMatch(tally, options, condition);
  if (flags.json === true) printJson(report);
  else print(formatMatchReport(report, condition));
  if (run.isInterrupted) printError(formatInterruption(run.isSaved ? file : undefined, flags));
  process.exitCode = exitCodeOf(tally, condition);
}

function readCall({ base, candidate, flags }: WrittenCall): CompareCall {
  const missing = base === undefined ? 'BASE' : 'CANDIDATE';
  if (base === undefined || candidate === undefined) {
    throw usageFault(
      missing,
      'is missing. Name two strategies, as in "compare greedy cautious", or give --resume FILE.',
    );
  }
  return { base, candidate, flags };
}

/** The match that a command line asks for, its strategies loaded. Warns on standard error. */
async function readMatch({ base, candidate, flags }: CompareCall) {
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
  const seed = flags.seed ?? String(Math.floor(Math.random() * 2 ** 32));
  const options: MatchOptions = { contestants, snakes, seed, game };
  return { condition, concurrency, options };
}

function formatInterruption(file: string | undefined, flags: CompareFlags): string {
  if (file === undefined) return 'Stopped, and not saved: a match with --save FILE can be continued.';
  return `Stopped. To go on:\n${formatResumeLine(file, flags)}`;
}

function exitCodeOf(tally: MatchTally, condition: StopCondition): number {
  if (listSilent(tally).length > 0) return EXIT.notPlayed;
  const verdict =
    evaluateMatch(tally, condition)?.verdict ?? (tally.pairs >= condition.maxPairs ? 'played' : 'undecided');
  return { H1: EXIT.ok, played: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[verdict];
}
