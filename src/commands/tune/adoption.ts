/** The match that decides whether values are adopted: an ordinary `compare`. */
import { existsSync } from 'node:fs';
import { MATCH_FILE } from '../../arena/contest/match/match-tally.js';
import type { ContestCall } from '../../arena/contest/contest-file.js';
import type { MatchReport } from '../../views/contest-report.js';
import { COMPARE_FLAGS, exitCodeOf, playMatch, type CompareFlags } from '../compare/compare.js';
import { formatMatchReport } from '../compare/format-match.js';
import { contestFlags } from '../contest/contest-flags.js';
import type { ContestPage } from '../contest/contest-page.js';
import { formatInterruption, quoteWord, resumeCall, toArguments, toPlan } from '../contest/saved-command.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { gameFlags } from '../play/game-flags.js';
import { pickValues } from '../flags.js';
import { readFixed, type TuneFlags } from './tune-flags.js';

interface AdoptionPlan {
  readonly call: ContestCall<CompareFlags>;
  /** The command for a shell. Without the URL of a queue, which may have a password. */
  readonly line: string;
}

interface Adoption {
  readonly match: MatchReport;
  /** The exit code of `compare`. */
  readonly exitCode: number;
  /** The report for people. */
  readonly text: string;
}

/** The flags that the match has from its tuning. The files of its games must not replace the ones of the tuning. */
const INHERITED = [...gameFlags(), ...contestFlags('match')]
  .filter((flag) => flag.part !== 'call' && flag.name !== 'outputDir')
  .map(({ name }) => name);

/**
 * The match between the present strategy and the strategy with the tuned values, by the clock. It is saved next to the
 * tuning, and has another seed, so that the games of the tuning do not decide it.
 *
 * @param found the tuned options, with their values.
 * @param seed of the tuning.
 */
export function planAdoption(
  name: string,
  flags: TuneFlags,
  found: Readonly<Record<string, unknown>>,
  seed: string,
): AdoptionPlan {
  const file = flags.save ?? flags.resume;
  const { always } = readFixed(flags);
  const match: CompareFlags = {
    ...pickValues(flags, ['config', 'queue', ...INHERITED]),
    perGame: 2,
    ...(Object.keys(always).length > 0 && { optionsBase: JSON.stringify(always) }),
    optionsCandidate: JSON.stringify({ ...always, ...found }),
    ...(flags.sprt !== undefined && { sprt: flags.sprt }),
    seed: `${seed} match`,
  };
  const names = [name, name];
  const matchFile = file === undefined ? undefined : `${file}.match`;
  if (matchFile !== undefined && existsSync(matchFile)) {
    return { call: { names, flags: { ...match, resume: matchFile } }, line: formatLine(['--resume', matchFile]) };
  }
  const words = toArguments(toPlan({ names, flags: match, declared: COMPARE_FLAGS }), COMPARE_FLAGS);
  if (matchFile === undefined) return { call: { names, flags: match }, line: formatLine(words) };
  return { call: { names, flags: { ...match, save: matchFile } }, line: formatLine([...words, '--save', matchFile]) };
}

/** Plays it, and shows it on `page`. Throws a `UsageError` if the inherited flags make no sense. */
export async function decideAdoption({ call }: AdoptionPlan, page: ContestPage | undefined): Promise<Adoption> {
  const { resume, queue } = call.flags;
  const known =
    resume === undefined
      ? { ...call, declared: COMPARE_FLAGS, saved: undefined }
      : resumeCall(resume, MATCH_FILE, COMPARE_FLAGS);
  const flags: CompareFlags = { ...known.flags, ...(queue !== undefined && { queue }) };
  const { report, plan, tally, isInterrupted, savedIn } = await playMatch({ ...known, flags }, page);
  const stopped = isInterrupted ? `\n\n${formatInterruption('match', savedIn, flags)}` : '';
  return {
    match: report,
    exitCode: exitCodeOf(tally, plan),
    text: `${formatMatchReport(report, terminalWidth())}${stopped}`,
  };
}

function formatLine(words: readonly string[]): string {
  return `npx serpentarium compare ${words.map(quoteWord).join(' ')}`;
}
