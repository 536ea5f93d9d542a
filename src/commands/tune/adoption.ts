/** The match that decides whether values are adopted: an ordinary `compare`. */
import { existsSync } from 'node:fs';
import type { ContestCall } from '../../arena/contest/contest-file.js';
import { MATCH, type CompareFlags } from '../compare/compare.js';
import { contestFlags } from '../contest/contest-flags.js';
import type { ContestPage } from '../contest/contest-page.js';
import { runContest } from '../contest/run-contest.js';
import { resumeCall, toArguments, toPlan } from '../contest/saved-command.js';
import { gameFlags } from '../play/game-flags.js';
import { pickValues } from '../flags.js';
import { readFixed, type TuneFlags } from './tune-flags.js';
import { quoteWord } from '../../views/words.js';

interface AdoptionPlan {
  readonly call: ContestCall<CompareFlags>;
  /** The command for a shell. Without the URL of a queue, which may have a password. */
  readonly line: string;
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
  const words = toArguments(toPlan({ names, flags: match }, MATCH.flags), MATCH.flags);
  if (matchFile === undefined) return { call: { names, flags: match }, line: formatLine(words) };
  return { call: { names, flags: { ...match, save: matchFile } }, line: formatLine([...words, '--save', matchFile]) };
}

/** Plays it, and shows it on `page`. Throws a `UsageError` if the inherited flags make no sense. */
export async function playAdoption({ call }: AdoptionPlan, page: ContestPage | undefined) {
  const { resume, queue } = call.flags;
  const known = resume === undefined ? { ...call, saved: undefined } : resumeCall(resume, MATCH);
  return runContest(MATCH, { ...known, flags: { ...known.flags, ...(queue !== undefined && { queue }) } }, page);
}

function formatLine(words: readonly string[]): string {
  return `npx serpentarium compare ${words.map(quoteWord).join(' ')}`;
}
