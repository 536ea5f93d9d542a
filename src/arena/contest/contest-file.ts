/** Stores a contest in a file, so that a killed run can continue. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { decodeText, diskReason, readBytes } from '../../config/read-text.js';
import { UsageError, messageOf, usageFault } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { describeDifferences, type ContestIdentity } from './contest-identity.js';
import { Ajv } from 'ajv';

/** The command line of a contest: the names of the snakes, and the values of the flags. */
export interface ContestCall<Flags = Readonly<Record<string, unknown>>> {
  readonly names: readonly string[];
  readonly flags: Flags;
}

export interface ContestFile<Tally> {
  readonly plan: ContestCall;
  readonly identity: ContestIdentity;
  readonly tally: Tally;
}

/** The kinds of saved contests, as messages call them, and the command that continues each. */
export const CONTEST_COMMANDS = {
  match: 'compare',
  tournament: 'tournament',
  tuning: 'tune',
  duel: 'arena duel',
} as const;
export type ContestType = keyof typeof CONTEST_COMMANDS;

/** How a kind of contest is saved. */
export interface SavedKind {
  readonly type: ContestType;
  readonly flags: readonly { readonly name: string }[];
  /** The schema of its tally. It is closed, so that fields of newer releases are recognised. */
  readonly tally: object;
}

/**
 * The number in the first field of a file, after the type. It rises if a field goes or a required one is added. An
 * optional field leaves it as it is: an older release reports a file with one as newer.
 */
const FORMAT = 4;
/** A tournament of many snakes takes a few MB. */
const MAX_BYTES = 256 * 1024 ** 2;

/** Replaces the file atomically: it is complete even if the process is killed meanwhile. */
export function saveContest(file: string, type: ContestType, contest: ContestFile<unknown>): void {
  const saved = { format: `serpentarium ${type} ${FORMAT}`, ...contest, checksum: checksumOf(contest) };
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
 * Throws a {@link UsageError} if a new contest must not or cannot be saved here: because the file is not empty, or
 * cannot be written. An empty file may be replaced.
 */
export function expectFree(file: string, source: string, type: ContestType): void {
  if (existsSync(file) && (!statSync(file).isFile() || statSync(file).size > 0)) {
    const held = findType(file);
    const what =
      held === undefined
        ? `"${file}" exists, and is not a ${type}. Choose another file.`
        : `"${file}" holds a ${held} already. Continue it with ${formatContinuation(held, type, file)}, or choose another file.`;
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

/**
 * Throws a {@link UsageError} with one sentence if the file does not exist, is damaged, or holds no contest of this
 * kind and release.
 */
export function readContestFile<Tally>(file: string, { type, flags, tally }: SavedKind): ContestFile<Tally> {
  let content: unknown;
  try {
    content = JSON.parse(decodeText(readBytes(file, MAX_BYTES)));
  } catch (thrown) {
    throw usageFault(
      file,
      thrown instanceof SyntaxError ? `cannot be read: ${messageOf(thrown)}` : `${diskReason(thrown)}.`,
    );
  }
  const format = isRecord(content) ? content['format'] : undefined;
  const held = typeof format === 'string' ? typeIn(format) : undefined;
  if (held === undefined) throw usageFault(file, `is not a saved ${type}. Is it the right file?`);
  if (held !== type) {
    const message = `is a saved ${held}, not a ${type}. Continue it with ${formatContinuation(held, type, file)}.`;
    throw usageFault(file, message);
  }
  const number = Number(String(format).split(' ').at(-1));
  if (number < FORMAT) throw otherRelease(file, 'an older', type);
  if (number > FORMAT) throw otherRelease(file, 'a newer', type);
  const { format: _, checksum, ...contest } = content as SavedContest<Tally>;
  if (checksum !== checksumOf(contest)) {
    throw usageFault(file, `is damaged: it has changed since it was saved. Begin a new ${type}.`);
  }
  const options = { strict: true, strictRequired: false, validateSchema: false, discriminator: true };
  const isKnown = Object.keys(contest.plan.flags).every((name) => flags.some((flag) => flag.name === name));
  if (!isKnown || !new Ajv(options).validate(tally, contest.tally)) throw otherRelease(file, 'a newer', type);
  return contest;
}

/** A contest as its file has it. `format`: `serpentarium`, the type, and the number of the format. */
interface SavedContest<Tally> extends ContestFile<Tally> {
  readonly format: string;
  readonly checksum: string;
}

/** A file that was edited or cut off has another one. */
function checksumOf(contest: ContestFile<unknown>): string {
  return createHash('sha256').update(JSON.stringify(contest)).digest('hex').slice(0, 16);
}

function otherRelease(file: string, which: string, type: ContestType): UsageError {
  return usageFault(file, `is a ${type} of ${which} release. Continue it with that release, or begin a new ${type}.`);
}

/** Throws a {@link UsageError} that names each difference between the saved and the requested contest. */
export function expectSame(
  file: string,
  { identity }: ContestFile<unknown>,
  asked: ContestIdentity,
  type: ContestType,
): void {
  const differences = describeDifferences(identity, asked);
  if (differences.length === 0) return;
  const end = `Begin a new ${type}.`;
  throw new UsageError(differences.map((message) => ({ source: file, message: `${message}. ${end}` })));
}

/** The type of the contest in a file that must not be replaced, damaged or not; `undefined` if it is not ours. */
function findType(file: string): ContestType | undefined {
  try {
    return typeIn(readBytes(file, MAX_BYTES).toString());
  } catch {
    return undefined;
  }
}

/** The type in the first field of a text, or in the field itself. */
function typeIn(text: string): ContestType | undefined {
  const [, type] = /^[^a-z]*(?:format[^a-z]+)?serpentarium (\w+) /.exec(text) ?? [];
  return (Object.keys(CONTEST_COMMANDS) as ContestType[]).find((known) => known === type);
}

/** How to continue the saved contest, with the name of the command if it differs from `asked`. */
function formatContinuation(held: ContestType, asked: ContestType, file: string): string {
  const flag = `--resume ${file}`;
  return held === asked ? flag : `"serpentarium ${CONTEST_COMMANDS[held]} ${flag}"`;
}

function partialOf(file: string): string {
  return `${file}.new`;
}
