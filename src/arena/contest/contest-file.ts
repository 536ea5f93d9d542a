/** Stores a contest in a file, so that a killed run can continue. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { diskReason, readBytes } from '../../config/read-text.js';
import { UsageError, messageOf, usageFault } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { describeDifferences, type ContestIdentity, type RoleOf } from './contest-identity.js';
import { Ajv } from 'ajv';
import { Type } from '../../wire/type.js';

/** The command line of a contest: the names of the snakes, and the values of the flags. */
export interface ContestCall<Flags = Readonly<Record<string, unknown>>> {
  readonly names: readonly string[];
  readonly flags: Flags;
}

export interface ContestFile<Tally> {
  /** The first field of the file. Other formats are rejected. */
  readonly format: string;
  readonly plan: ContestCall;
  readonly identity: ContestIdentity;
  readonly tally: Tally;
}

/** The kinds of saved contests, as messages call them, and the command that continues each. */
export const CONTEST_COMMANDS = { match: 'compare', tournament: 'tournament', tuning: 'tune' } as const;
/** A tournament of many snakes takes a few MB. */
const MAX_BYTES = 256 * 1024 ** 2;
export type ContestType = keyof typeof CONTEST_COMMANDS;

/** A kind of contest, as its files are read. */
export interface ContestKind<Tally> {
  readonly type: ContestType;
  /** {@link ContestFile.format}: `serpentarium`, the type, and an increasing number. */
  readonly format: string;
  readonly roleOf: RoleOf;
  readonly tally: object;
  /** Schemas of the settings that are read again. */
  readonly settings: Readonly<Record<string, object>>;
  readonly minContestants: number;
  /** Numbers that contradict each other, in one clause. */
  readonly findContradiction: (saved: ContestFile<Tally>) => string | undefined;
}

/** Replaces the file atomically: it is complete even if the process is killed meanwhile. */
export function saveContest<Tally>(file: string, saved: ContestFile<Tally>): void {
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
 * Throws a {@link UsageError} with one sentence if the file does not exist, is damaged or holds no contest of this
 * kind.
 */
export function readContestFile<Tally>(file: string, kind: ContestKind<Tally>): ContestFile<Tally> {
  const { type } = kind;
  let content: unknown;
  try {
    content = JSON.parse(readBytes(file, MAX_BYTES).toString());
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
  if (format !== kind.format) {
    const formats = `is of the format "${String(format)}", and this version reads "${kind.format}"`;
    throw usageFault(file, `${formats}. Begin a new ${type}.`);
  }
  const damage = findDamage(content, kind);
  if (damage !== undefined) throw usageFault(file, `is damaged: ${damage}. Begin a new ${type}.`);
  return content as ContestFile<Tally>;
}

/** Throws a {@link UsageError} that names each difference between the saved and the requested contest. */
export function expectSame<Tally>(
  file: string,
  { identity }: ContestFile<Tally>,
  asked: ContestIdentity,
  { roleOf, type }: ContestKind<Tally>,
): void {
  const differences = describeDifferences(identity, asked, roleOf);
  if (differences.length === 0) return;
  const end = `Begin a new ${type}.`;
  throw new UsageError(differences.map((message) => ({ source: file, message: `${message}. ${end}` })));
}

/** The type of the contest in a file that must not be replaced, damaged or not; `undefined` if it is not ours. */
function findType(file: string): ContestType | undefined {
  try {
    return typeIn(readBytes(file, MAX_BYTES).toString(), '"');
  } catch {
    return undefined;
  }
}

function typeIn(text: string, before = ''): ContestType | undefined {
  const types = Object.keys(CONTEST_COMMANDS) as ContestType[];
  return types.find((type) => {
    const words = `${before}serpentarium ${type} `;
    return before === '' ? text.startsWith(words) : text.includes(words);
  });
}

/** How to continue the saved contest, with the name of the command if it differs from `asked`. */
function formatContinuation(held: ContestType, asked: ContestType, file: string): string {
  const flag = `--resume ${file}`;
  return held === asked ? flag : `"serpentarium ${CONTEST_COMMANDS[held]} ${flag}"`;
}

function partialOf(file: string): string {
  return `${file}.new`;
}

const text = Type.String();
const closed = { additionalProperties: false };
const strategy = Type.Object(
  { name: text, code: text, options: Type.Object({}), ponder: Type.Optional(Type.Literal(false)) },
  closed,
);
const contestant = { anyOf: [strategy, Type.Object({ url: text }, closed)] };

const plan = Type.Object({ names: Type.Array(text), flags: Type.Object({}) }, closed);

/** Names the damage of a file, in one clause; `undefined` without damage. */
function findDamage<Tally>(content: unknown, kind: ContestKind<Tally>): string | undefined {
  const { format, tally, settings, minContestants } = kind;
  const given = Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, Type.Unsafe(schema)]));
  const identity = Type.Object(
    {
      contestants: Type.Array(Type.Unsafe(contestant), { minItems: minContestants }),
      settings: Type.Object(given),
    },
    closed,
  );
  const schema = Type.Object({ format: Type.Literal(format), plan, identity, tally: Type.Unsafe(tally) }, closed);
  const options = { strict: true, strictRequired: false, validateSchema: false, discriminator: true };
  const isWhole = new Ajv(options).compile<ContestFile<Tally>>(schema);
  if (isWhole(content)) return kind.findContradiction(content);
  const { instancePath, message = 'is wrong' } = isWhole.errors![0]!;
  return `${instancePath.slice(1).replaceAll('/', '.') || 'the content'} ${message}`;
}
