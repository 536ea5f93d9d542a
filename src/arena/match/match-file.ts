/** Keeps a match in a file, so that a run that was killed can continue where it stopped. Called by `compare`. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { UsageError, messageOf, usageFault } from '../../errors.js';
import { isRecord } from '../../kind-of.js';
import type { SprtParameters } from '../../stats/sprt.js';
import { FORMAT, findDamage, type SavedMatch } from './match-file-schema.js';
import { describeDifferences, identify } from './match-identity.js';
import type { MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';

/** A match as it is saved, without what it has shown so far. */
export interface KeptMatch {
  /** The words of a command line that asks for this match. */
  readonly arguments: readonly string[];
  readonly options: MatchOptions;
  readonly sprt: SprtParameters | undefined;
}

/** Writes the match in place of what was there. The file is whole even if the process is killed meanwhile. */
export function saveMatch(file: string, kept: KeptMatch, tally: MatchTally): void {
  const identity = identify(kept.options, kept.sprt);
  const saved: SavedMatch = { format: FORMAT, arguments: kept.arguments, identity, tally };
  const partial = partialOf(file);
  const descriptor = openSync(partial, 'w');
  try {
    writeFileSync(descriptor, `${JSON.stringify(saved, null, 1)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, file);
}

/**
 * Throws a {@link UsageError} if a new match must not or cannot be saved here: because the file holds something, or
 * cannot be written. An empty file may be replaced.
 */
export function expectFree(file: string, source: string): void {
  if (existsSync(file) && (!statSync(file).isFile() || statSync(file).size > 0)) {
    const what = holdsMatch(file)
      ? `"${file}" holds a match already. Continue it with --resume ${file}, or choose another file.`
      : `"${file}" exists, and is not a match. Choose another file.`;
    throw usageFault(source, what);
  }
  const partial = partialOf(file);
  try {
    closeSync(openSync(partial, 'w'));
    rmSync(partial);
  } catch (thrown) {
    throw usageFault(source, `"${file}" cannot be written: ${messageOf(thrown)}`);
  }
}

/** Throws a {@link UsageError} with one sentence if the file does not exist, is damaged or is not a saved match. */
export function readSavedMatch(file: string): SavedMatch {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw usageFault(file, `cannot be read: ${messageOf(thrown)}`);
  }
  const format = isRecord(content) ? content['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('serpentarium match ')) {
    throw usageFault(file, 'is not a saved match. Is it the right file?');
  }
  if (format !== FORMAT) {
    const message = `is of the format "${format}", and this version reads "${FORMAT}". Begin a new match.`;
    throw usageFault(file, message);
  }
  const damage = findDamage(content);
  if (damage !== undefined) throw usageFault(file, `is damaged: ${damage}. Begin a new match.`);
  return content as SavedMatch;
}

/** Throws a {@link UsageError} that names each difference between the saved match and the one asked for. */
export function expectSame(file: string, { identity }: SavedMatch, { options, sprt }: KeptMatch): void {
  const differences = describeDifferences(identity, identify(options, sprt));
  if (differences.length === 0) return;
  throw new UsageError(differences.map((message) => ({ source: file, message: `${message}. Begin a new match.` })));
}

/** Whether a file that may not be replaced is one of ours, damaged or not. */
function holdsMatch(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('"serpentarium match ');
  } catch {
    return false;
  }
}

function partialOf(file: string): string {
  return `${file}.new`;
}
