/** `serpentarium tune`: tunes the options of a strategy, and lets a match decide about the result. */
import { stringify } from 'yaml';
import { labelOf } from '../../arena/contest/contest.js';
import { firstReason } from '../../arena/contest/contestant-report.js';
import type { ContestCall } from '../../arena/contest/contest-file.js';
import { identifyTuning, toOptions, type TuningPlan } from '../../arena/contest/tuning/tuning-plan.js';
import { showTuning } from '../../arena/contest/tuning/tuning-sections.js';
import {
  reportTuning,
  scheduleTuning,
  tuningTallySchema,
  type TunedParameter,
  type TuningReport,
  type TuningTally,
} from '../../arena/contest/tuning/tuning-tally.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { formatFigure } from '../../views/numbers.js';
import { defineCommand } from '../define-command.js';
import { argument } from '../flags.js';
import { MATCH } from '../compare/compare.js';
import type { ContestEntry, ContestKind } from '../contest/contest-kind.js';
import type { ContestPage } from '../contest/contest-page.js';
import { formatRun, runContest, withContestPage } from '../contest/run-contest.js';
import { readCall, type WrittenCall } from '../contest/saved-command.js';
import { planAdoption, playAdoption } from './adoption.js';
import { parseSnakeUrl } from '../resolve-snakes.js';
import { describeTuned, notHere, TUNE_FLAGS, readFixed, readTuningTimeout, type TuneFlags } from './tune-flags.js';

export default defineCommand({
  arguments: [argument('[STRATEGY]', 'the name of a strategy, or the /prefix of a snake; needed without --resume')],
  flags: TUNE_FLAGS,
  notes:
    'Exit codes, from the deciding match: 0 adopt; 1 do not adopt; 2 wrong usage;\n' +
    '3 undecided or stopped; 4 void: the strategy never played a move.\n' +
    'With --no-compare: 0 all games played.',
  footnote: 'Ctrl-C ends the tuning and prints the values so far.',
  examples: ['tune first', 'tune first --games 2000'],
  run: (written) => withContestPage(written.flags, (page) => tune(written, page)),
});

/** Tunes, prints the values, and lets a match decide about them. */
async function tune(written: WrittenCall<TuneFlags>, page: ContestPage | undefined): Promise<void> {
  const call = readCall(written, TUNING);
  const run = await runContest(TUNING, call, page);
  const { report, plan: tuning, stopped, isOver, workers } = run;
  const { flags } = call;
  const hasChanged = report.parameters.some(({ start, value }) => start !== value);
  const found = foundOptions(report, tuning);
  const adoption = planAdoption(call.names[0]!, flags, found, tuning.seed);
  const isWanted = flags.compare && report.didPlay;
  const isDecided = stopped === undefined && isWanted && hasChanged;
  if (flags.json !== true) {
    const yaml = formatOptionsYaml(pastedOptions(report, flags, found));
    print(`${formatRun(TUNING, run)}\n\nThe values found, to paste into the snake's entry of the YAML:\n\n${yaml}`);
    if (isDecided) print(`\nThis match decides whether they are better:\n${adoption.line}\n`);
    else if (stopped === undefined) print(`\n${adviceOn(report, hasChanged, adoption.line)}`);
  }
  if (stopped !== undefined) printError(stopped);
  const match = isDecided ? await playAdoption(adoption, page) : undefined;
  const code = match && MATCH.exitCode(match.report, match.isOver);
  if (flags.json === true) {
    const decision = isWanted ? { match: match?.report ?? null, adopt: match ? code === EXIT.ok : null } : {};
    printJson({ ...report, workers, ...decision });
  } else if (match !== undefined) print(formatRun(MATCH, match));
  if (match?.stopped !== undefined) printError(match.stopped);
  const isUnchanged = stopped === undefined && isWanted;
  process.exitCode = code ?? (isUnchanged ? EXIT.failed : TUNING.exitCode(report, isOver));
}

function foundOptions({ parameters }: TuningReport, tuning: TuningPlan): Readonly<Record<string, unknown>> {
  return toOptions(
    tuning.parameters,
    parameters.map(({ value }) => value),
  );
}

/** The options of the snake with the found ones, but without the options of the tuning games alone. */
function pastedOptions(
  { strategy }: TuningReport,
  flags: TuneFlags,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { always, whileTuning } = readFixed(flags);
  const kept = Object.entries(strategy.options ?? {}).filter(([key]) => !Object.hasOwn(whileTuning, key));
  return { ...Object.fromEntries(kept), ...always, ...found };
}

function adviceOn({ didPlay, strategy }: TuningReport, hasChanged: boolean, line: string): string {
  if (!didPlay) {
    const reason = firstReason(strategy) ?? 'move returned nothing';
    return `The strategy never played a move (${reason}): the values mean nothing.`;
  }
  if (!hasChanged) return 'No value has changed: there is nothing to adopt.';
  return `Whether they are better is not known yet. To find out:\n${line}`;
}

/** The progress line shows this many options, the ones that moved most. */
const SHOWN = 3;

export const TUNING: ContestKind<{ flags: TuneFlags; plan: TuningPlan; tally: TuningTally; report: TuningReport }> = {
  type: 'tuning',
  flags: TUNE_FLAGS,
  read: readTuning,
  title: ({ contestants: [strategy] }) => `tuning of ${labelOf(strategy)}`,
  gamesPerPair: () => 2,
  schedule: scheduleTuning,
  tally: tuningTallySchema,
  identify: identifyTuning,
  report: reportTuning,
  show: showTuning,
  stand({ parameters }) {
    const moved = parameters.toSorted((a, b) => shiftOf(b) - shiftOf(a)).slice(0, SHOWN);
    return [moved.map(({ name, trail }) => `${name} ${formatFigure(trail.at(-1)!)}`).join(', ')];
  },
  pairsLeft: ({ pairs }, { maxPairs }) => Math.max(0, maxPairs - pairs),
  exitCode({ didPlay }, isOver) {
    if (!didPlay) return EXIT.notPlayed;
    return isOver ? EXIT.ok : EXIT.undecided;
  },
};

function readTuning({ names: [name], flags }: ContestCall<TuneFlags>): ContestEntry<TuningPlan> {
  if (name === undefined) {
    throw usageFault('STRATEGY', 'is missing. Name one, as in "tune cautious", or give --resume FILE.');
  }
  if (parseSnakeUrl(name) !== undefined) throw notHere(name);
  return {
    names: [{ source: 'STRATEGY', name, options: { source: '--option', values: readFixed(flags).whileTuning } }],
    perGame: 2,
    async plan({ seed, game, ...found }) {
      const { contestant, ...tuned } = await describeTuned(name, flags, found);
      return {
        contestants: [contestant, { ...contestant, name: `${contestant.name} 2` }],
        ...tuned,
        maxPairs: Math.ceil(flags.games / 2),
        seed,
        // Pondering takes as long as in the deciding match.
        game: { ...game, timeout: readTuningTimeout(flags) },
      };
    },
  };
}

/** The YAML to paste: the options of the snake, with their tuned values. */
export function formatOptionsYaml(options: Readonly<Record<string, unknown>>): string {
  const lines = stringify({ options }).trimEnd().split('\n');
  return lines.map((line) => `    ${line}`).join('\n');
}

/** How far the last value is from the start, as a share of the range. */
function shiftOf({ start, trail, minimum, maximum }: TunedParameter): number {
  return Math.abs(trail.at(-1)! - start) / (maximum - minimum);
}
