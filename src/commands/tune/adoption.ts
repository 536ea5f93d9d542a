/** The match that decides whether values are adopted: an ordinary `compare`, as anybody could call it. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { MatchReport } from '../../arena/match/match-report.js';
import { exitCodeOf, playMatch } from '../compare/compare.js';
import { declareCompare, type CompareFlags } from '../compare/compare-flags.js';
import { formatMatchReport } from '../compare/format-match.js';
import type { QueueFlags } from '../contest/queue-flags.js';
import type { ContestPage } from '../contest/contest-page.js';
import { formatInterruption, quoteWord } from '../contest/saved-command.js';
import { addGameFlags } from '../play/game-flags.js';
import { readFixed, type TuneFlags } from './tune-flags.js';

/** What the match is about. */
export interface AdoptionOptions {
  /** The options that were tuned, with the values found. */
  readonly found: Readonly<Record<string, unknown>>;
  readonly flags: TuneFlags;
  /** The seed of the tuning; the match has another, so that it is not decided by games that led to the values. */
  readonly seed: string;
  /** The file that the tuning is saved to, if any: the match gets one beside it. */
  readonly file: string | undefined;
}

/** A match that can be played. */
export interface AdoptionPlan {
  /** The words of the call of `compare`. */
  readonly words: readonly string[];
  /** The same for a shell. */
  readonly line: string;
}

/** How the match ended. */
export interface Adoption {
  readonly match: MatchReport;
  /** That of `compare`. */
  readonly exitCode: number;
  /** The report for people. */
  readonly text: string;
}

/** The match between the strategy as it is and the strategy with the values found, by the clock. */
export function planAdoption(name: string, { found, flags, seed, file }: AdoptionOptions): AdoptionPlan {
  const { always } = readFixed(flags);
  const matchFile = file === undefined ? undefined : `${file}.match`;
  const asked = [
    ...(Object.keys(always).length === 0 ? [] : ['--options-base', JSON.stringify(always)]),
    '--options-candidate',
    JSON.stringify({ ...always, ...found }),
    ...(flags.sprt === undefined ? [] : ['--sprt', flags.sprt]),
    '--seed',
    `${seed} match`,
    ...gameWords(flags),
    ...(matchFile === undefined ? [] : ['--save', matchFile]),
  ];
  const isBegun = matchFile !== undefined && existsSync(matchFile);
  const words = isBegun ? ['--resume', matchFile] : [name, name, ...asked];
  return { words, line: `npx serpentarium compare ${words.map(quoteWord).join(' ')}` };
}

/** Plays it, and shows it on `page`. Throws a `UsageError` if the flags that are handed on make no sense. */
export async function decideAdoption(
  { words }: AdoptionPlan,
  page: ContestPage | undefined,
  { queue }: QueueFlags,
): Promise<Adoption> {
  const command = declareCompare(new Command('compare')).exitOverride();
  command.parse(words, { from: 'user' });
  // The words of the match are shown, and the URL of a queue may have a password.
  const flags: CompareFlags = { ...command.opts<CompareFlags>(), ...(queue !== undefined && { queue }) };
  const played = await playMatch({ names: command.args, flags, command }, page);
  const { report, condition, tally, isInterrupted, isSaved, file } = played;
  const stopped = isInterrupted ? `\n\n${formatInterruption('match', isSaved ? file : undefined, flags)}` : '';
  return {
    match: report,
    exitCode: exitCodeOf(tally, condition),
    text: `${formatMatchReport(report, condition)}${stopped}`,
  };
}

/** The flags of the game, the configuration and the cores that were written or are not the default. */
function gameWords(flags: TuneFlags): string[] {
  const game = addGameFlags(new Command()).options.map((option) => option.attributeName());
  const compare = declareCompare(new Command());
  return [...game, 'config', 'ruleset', 'concurrency', 'force', 'clock'].flatMap((key) => {
    const option = compare.options.find((one) => one.attributeName() === key)!;
    const value = (flags as unknown as Readonly<Record<string, string | number | true | undefined>>)[key];
    if (value === undefined || value === option.defaultValue) return [];
    return value === true ? [option.long!] : [option.long!, String(value)];
  });
}
