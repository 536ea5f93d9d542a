/** `serpentarium compare`: plays paired games between two variants until a test can tell which is better. */
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { labelOf, mayPonder, type ContestSettings } from '../../arena/contest/contest.js';
import { listSilent } from '../../arena/contest/match/format-verdict.js';
import { MATCH_FILE } from '../../arena/contest/match/match-file.js';
import { gamesPerPair, identifyMatch, type MatchOptions } from '../../arena/contest/match/match-options.js';
import { measureMatch, reportMatch } from '../../arena/contest/match/match-report.js';
import { scheduleMatch } from '../../arena/contest/match/match-schedule.js';
import { startTally, type MatchTally } from '../../arena/contest/match/match-tally.js';
import { evaluateMatch, isDecided, type StopCondition } from '../../arena/contest/match/stop-condition.js';
import type { MatchPoint, MatchReport } from '../../arena/contest/report.js';
import { addToTrail, type ThinnedTrail } from '../../arena/contest/thinned-trail.js';
import { usageFault } from '../../errors.js';
import { availableCores } from '../../processes/machine.js';
import { formatSprt } from '../../stats/parse-sprt.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { allOrFaults } from '../arguments.js';
import { withContestPage, type ContestPage } from '../contest/contest-page.js';
import { readConcurrency, readSeed, timeGame } from '../contest/contest-flags.js';
import { formatWorkersBelow, withWorkers } from '../contest/worker-shares.js';
import { readQueue } from '../contest/queue-flags.js';
import { resolveContestants, timeoutFor } from '../contest/contestants.js';
import { runContest, type ContestRunResult } from '../contest/run-contest.js';
import {
  formatInterruption,
  readCall,
  type ContestCall,
  type ResumableCall,
  type WrittenCall,
} from '../contest/saved-command.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import {
  declareCompare,
  explainRounding,
  readNames,
  readSnakes,
  readStopCondition,
  type CompareFlags,
} from './compare-flags.js';
import { formatMatchReport, formatProgress, pairsLeft } from './format-match.js';

export function addCompareCommand(program: Command): void {
  const command = program.command('compare');
  declareCompare(command).action(
    async (base: string | undefined, candidate: string | undefined, flags: CompareFlags) => {
      const names = [base, candidate].filter((name) => name !== undefined);
      await compare({ names, flags, command });
    },
  );
}

export interface MatchRun extends ContestRunResult<MatchTally> {
  readonly report: MatchReport;
  readonly condition: StopCondition;
}

/**
 * Plays the match that is asked for, and shows it on a page if there is one. Throws a `UsageError` with everything that
 * is wrong with it.
 */
export async function playMatch(
  call: ResumableCall<CompareFlags, MatchTally>,
  page: ContestPage | undefined,
): Promise<MatchRun> {
  const { condition, concurrency, queue, options, close } = await readMatch(call.call);
  const test = condition.sprt && formatSprt(condition.sprt);
  const perPair = gamesPerPair(options);
  const [base, candidate] = options.contestants;
  let trail: ThinnedTrail<MatchPoint> = { every: 1, points: [] };
  const run = await runContest({
    contest: options,
    kind: MATCH_FILE,
    identity: identifyMatch(options, condition.sprt),
    call,
    settled: { seed: options.seed, sprt: test },
    start: startTally(options),
    schedule: scheduleMatch(options),
    maxPairs: condition.maxPairs,
    isDecided: (tally) => isDecided(tally, condition),
    formatProgress: (tally, rate) => formatProgress(tally, condition, perPair, rate),
    concurrency,
    queue,
    title: `${labelOf(candidate)} against ${labelOf(base)}`,
    gamesPerPair: perPair,
    pairsLeft: (tally) => pairsLeft(tally, condition),
    show(tally) {
      const { points } = trail;
      const isLast = tally.pairs === 0 || points.at(-1)?.pairs === tally.pairs;
      const whole = isLast ? points : [...points, measureMatch(tally, condition)];
      return { kind: 'match', report: reportMatch(tally, options, condition), trail: whole };
    },
    onPair: (tally) => void (trail = addToTrail(trail, tally.pairs, () => measureMatch(tally, condition))),
    page,
    notice: explainRounding(call.call.flags, options.snakes),
  }).finally(close);
  return { ...run, report: reportMatch(run.tally, options, condition), condition };
}

async function compare(written: WrittenCall<CompareFlags>): Promise<void> {
  const { flags } = written;
  const played = await withContestPage(flags, (page) => playMatch(readCall(written, MATCH_FILE, declareCompare), page));
  const { report, condition, tally, isInterrupted, savedIn, workers } = played;
  if (flags.json === true) printJson(withWorkers(report, workers));
  else {
    const width = terminalWidth();
    print(formatMatchReport(report, width) + formatWorkersBelow(workers, width));
  }
  if (isInterrupted) printError(formatInterruption('match', savedIn, flags));
  process.exitCode = exitCodeOf(tally, condition);
}

/** The match that a command line asks for, its strategies loaded. Warns on standard error. */
async function readMatch({ names: [base, candidate], flags }: ContestCall<CompareFlags>) {
  if (base === undefined || candidate === undefined) {
    throw usageFault(
      base === undefined ? 'BASE' : 'CANDIDATE',
      'is missing. Name two strategies, as in "compare greedy cautious", or give --resume FILE.',
    );
  }
  const [names, snakes, concurrency, queue] = allOrFaults(
    () => readNames(base, candidate, flags),
    () => readSnakes(flags),
    () => readConcurrency(flags, availableCores()),
    () => readQueue(flags),
  );
  const [game, condition] = allOrFaults(
    () => readGameFlags(flags, snakes),
    () => readStopCondition(flags, snakes),
  );
  const { contestants, warnings, close } = await resolveContestants(names, flags.config, ['base', 'candidate']);
  for (const warning of warnings) printError(`warning: ${warning}`);
  const timed = timeGame(game, timeoutFor(contestants, flags.timeout), flags);
  try {
    expectVariants(contestants, timed);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const options: MatchOptions = { contestants, snakes, seed: readSeed(flags), game: timed };
  return { condition, concurrency, queue, options, close };
}

/** Throws a `UsageError` if both sides are the same: every pair of theirs would end 1–1, and say nothing. */
function expectVariants([base, candidate]: MatchOptions['contestants'], { ponder }: ContestSettings): void {
  if (ponder !== undefined && mayPonder(base) !== mayPonder(candidate)) return;
  if (base.kind !== 'local' || candidate.kind !== 'local' || base.hash !== candidate.hash) return;
  if (!isDeepStrictEqual(base.config.options, candidate.config.options)) return;
  const hint = `Give one of them other options, as in --options-candidate '{"name": 1}', or name another snake.`;
  throw usageFault('CANDIDATE', `has the code and the options of the base, so there is nothing to compare. ${hint}`);
}

export function exitCodeOf(tally: MatchTally, condition: StopCondition): number {
  if (listSilent(tally).length > 0) return EXIT.notPlayed;
  const verdict =
    evaluateMatch(tally, condition)?.verdict ?? (tally.pairs >= condition.maxPairs ? 'played' : 'undecided');
  return { H1: EXIT.ok, played: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[verdict];
}
