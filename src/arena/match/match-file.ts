/** Keeps a match in a file, so that a run that was killed can continue where it stopped. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { UsageError, messageOf, type Fault } from '../../errors.js';
import type { SprtParameters } from '../../stats/sprt.js';
import type { Contestant } from './contestant.js';
import type { MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';

const FORMAT = 'serpentarium match 1';

/**
 * All that decides the games and the test: it must be the same when a match continues. People see its keys in messages.
 */
type Identity = Readonly<Record<string, unknown>>;

/** The content of the file. */
export interface SavedMatch {
  readonly format: typeof FORMAT;
  readonly identity: Identity;
  readonly tally: MatchTally;
}

/** Writes the match, replacing the file. The file stays whole even if the process is killed meanwhile. */
export function saveMatch(
  file: string,
  options: MatchOptions,
  sprt: SprtParameters | undefined,
  tally: MatchTally,
): void {
  const saved: SavedMatch = { format: FORMAT, identity: identify(options, sprt), tally };
  const partial = `${file}.new`;
  const descriptor = openSync(partial, 'w');
  writeSync(descriptor, `${JSON.stringify(saved, null, 1)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(partial, file);
}

/** Reads the file. Throws a {@link UsageError} if it does not exist or is not a saved match. */
export function readSavedMatch(file: string): SavedMatch {
  const fail = (message: string) => new UsageError([{ source: file, message }]);
  let saved: Partial<SavedMatch>;
  try {
    saved = JSON.parse(readFileSync(file, 'utf8')) as Partial<SavedMatch>;
  } catch (thrown) {
    throw fail(`cannot be read: ${messageOf(thrown)}`);
  }
  if (saved?.format !== FORMAT) throw fail('is not a match saved by this version. Is it the right file?');
  return saved as SavedMatch;
}

/** The seed that a saved match was played from. */
export function seedOf({ identity }: SavedMatch): string {
  return String(identity['seed']);
}

/** Throws a {@link UsageError} that names each difference between the saved match and the one asked for. */
export function expectSame(
  file: string,
  { identity }: SavedMatch,
  options: MatchOptions,
  sprt: SprtParameters | undefined,
): void {
  const asked = JSON.parse(JSON.stringify(identify(options, sprt))) as Identity;
  const faults = Object.keys({ ...identity, ...asked }).flatMap((key): Fault[] => {
    const [was, is] = [JSON.stringify(identity[key]), JSON.stringify(asked[key])];
    if (was === is) return [];
    const message = `was played with ${key} ${was ?? 'none'}, not ${is ?? 'none'}. Begin a new match.`;
    return [{ source: file, message }];
  });
  if (faults.length > 0) throw new UsageError(faults);
}

function identify(options: MatchOptions, sprt: SprtParameters | undefined): Identity {
  const { contestants, snakes, seed, game } = options;
  const [base, candidate, ...opponents] = contestants.map(identifyContestant);
  return { base, candidate, opponents, snakes, seed, ...game, sprt: sprt ?? 'none' };
}

function identifyContestant(contestant: Contestant): object {
  if (contestant.kind === 'remote') return { url: contestant.url };
  const { name, hash, config } = contestant;
  return { name, code: hash, options: config.options };
}
