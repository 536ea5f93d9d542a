/** The plan of a contest, as stored with a saved contest and continued by `--resume FILE`. */
import { InvalidArgumentError } from 'commander';
import {
  CONTEST_COMMANDS,
  readContestFile,
  type ContestKind,
  type ContestType,
  type ContestFile,
  type ContestCall,
} from '../../arena/contest/contest-file.js';
import { usageFault } from '../../errors/errors.js';
import type { CommandCall } from '../define-command.js';
import { anyText, pickValues, type Flag, type FlagPart, type ValuesOf } from '../flags.js';
import type { ContestFlags } from './contest-flags.js';

/** The flags of a contest, each with its part. */
export type DeclaredFlags = readonly Flag<string, unknown, FlagPart>[];

/** The flags that all contests have, and the others of one. */
type FlagsOf<Declared extends DeclaredFlags> = ContestFlags & ValuesOf<Declared>;

/** Names may be missing when a saved contest continues. */
export type WrittenCall<Flags> = CommandCall<readonly (string | readonly string[] | undefined)[], Flags>;

export interface ResumableCall<Flags, Tally> extends ContestCall<Flags> {
  readonly declared: DeclaredFlags;
  readonly saved: ContestFile<Tally> | undefined;
}

/** The plan of a call. `settled` has values that are stored even without a flag, such as the seed. */
export function toPlan(
  { names, flags, declared }: Omit<ResumableCall<object, unknown>, 'saved'>,
  settled: Readonly<Record<string, unknown>> = {},
): ContestCall {
  const values: Readonly<Record<string, unknown>> = { ...flags, ...settled };
  const kept = declared.filter(({ part }) => part !== 'call').map(({ name }) => [name, values[name]] as const);
  return { names, flags: Object.fromEntries(kept.filter(([, value]) => value !== undefined)) };
}

/** The command line of this plan. */
export function toArguments({ names, flags }: ContestCall, declared: DeclaredFlags): string[] {
  const words = declared.flatMap(({ name, option: { long, negate, defaultValue } }): string[] => {
    const value = flags[name];
    if (value === undefined || value === defaultValue || value === negate) return [];
    if (typeof value === 'boolean') return [long!];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => [long!, typeof one === 'string' ? one : JSON.stringify(one)]);
  });
  return [...names, ...words];
}

/**
 * The call, and the contest that it continues with `--resume`. Throws a `UsageError` if the file holds no such contest,
 * or if the call has words that could change its plan.
 */
export function readCall<const Declared extends DeclaredFlags, Tally>(
  { words, flags, given }: WrittenCall<FlagsOf<Declared>>,
  kind: ContestKind<Tally>,
  declared: Declared,
): ResumableCall<FlagsOf<Declared>, Tally> {
  const names = words.flat().filter((word) => word !== undefined);
  const { resume } = flags;
  if (resume === undefined) return { names, flags, declared, saved: undefined };
  const written = declared.filter(({ name }) => given.includes(name as keyof typeof flags));
  const word = written.find(({ part }) => part === 'plan')?.option.long ?? names[0];
  if (word !== undefined) {
    const message = `cannot be given with --resume: "${resume}" has the plan of its ${kind.type}. Begin a new ${kind.type} to change it.`;
    throw usageFault(word, message);
  }
  const resumed = resumeCall(resume, kind, declared);
  return { ...resumed, flags: { ...resumed.flags, ...pickValues(flags, given) } };
}

/** The call of the contest in a file. Throws a `UsageError` like {@link readCall}. */
export function resumeCall<const Declared extends DeclaredFlags, Tally>(
  file: string,
  kind: ContestKind<Tally>,
  declared: Declared,
): ResumableCall<FlagsOf<Declared>, Tally> {
  const saved = readContestFile(file, kind);
  const { names, flags } = saved.plan;
  return { names, flags: { ...readSaved(flags, file, declared), resume: file }, declared, saved };
}

/** The message after Ctrl-C: how to continue, if the contest is saved. */
export function formatInterruption(
  type: ContestType,
  file: string | undefined,
  flags: { readonly json?: true },
): string {
  if (file === undefined) return `Stopped, and not saved: a ${type} with --save FILE can be continued.`;
  return `Stopped. To continue:\n${formatResumeLine(type, file, flags)}`;
}

function formatResumeLine(type: ContestType, file: string, { json }: { readonly json?: true }): string {
  const words = [CONTEST_COMMANDS[type], '--resume', quoteWord(file), ...(json === true ? ['--json'] : [])];
  return `npx serpentarium ${words.join(' ')}`;
}

/** Quotes a word for a shell if necessary. */
export function quoteWord(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The values of a plan, checked like words of a command line: the file may have been edited. */
function readSaved<Declared extends DeclaredFlags>(
  values: ContestCall['flags'],
  file: string,
  declared: Declared,
): FlagsOf<Declared> {
  const unknown = Object.keys(values).find((key) => !declared.some(({ name }) => name === key));
  if (unknown !== undefined) throw usageFault(file, `is damaged: its plan has a flag "${unknown}". Begin a new one.`);
  const read = declared.map((flag) => {
    try {
      return [flag.name, readStored(flag, values[flag.name])] as const;
    } catch (thrown) {
      if (!(thrown instanceof InvalidArgumentError)) throw thrown;
      const reason = `"${flag.option.long}" is wrong. ${thrown.message}`;
      throw usageFault(file, `is damaged: its plan cannot be read (${reason}). Begin a new one.`);
    }
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FlagsOf<Declared>;
}

/** A stored value of a flag, checked like a word of a command line; if absent, the default. */
export function readStored({ option }: Flag, value: unknown): unknown {
  const { parseArg: parse = anyText, required: needsWord, optional: takesWord, negate, defaultValue } = option;
  if (value === undefined) return negate ? true : defaultValue;
  if (typeof value === 'boolean' && !needsWord) return value;
  if (!needsWord && !takesWord) throw new InvalidArgumentError('Expected true or false.');
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.reduce<unknown>((before, one) => parse(String(one), before), undefined);
}
