/** The command line of a contest, as a saved one keeps it and `--resume FILE` takes it up again. */
import { Command, CommanderError } from 'commander';
import {
  CONTEST_COMMANDS,
  readContestFile,
  type ContestKind,
  type ContestNoun,
  type ContestFile,
} from '../../arena/contest/contest-file.js';
import { usageFault } from '../../errors.js';
import { renameFlags } from '../renamed-flags.js';
import type { ContestFlags } from './contest-flags.js';

/** A call of a command: the names and the flags, checked one by one but not together. */
export interface ContestCall<Flags> {
  readonly names: readonly string[];
  readonly flags: Flags;
}

/** The call as commander parses it: where a saved contest continues, names may be missing. */
export interface WrittenCall<Flags> extends ContestCall<Flags> {
  /** Knows which flags were written and which have their defaults. */
  readonly command: Command;
}

export interface ResumableCall<Flags, Tally> {
  readonly call: ContestCall<Flags>;
  readonly saved: ContestFile<Tally> | undefined;
}

export type Declare = (command: Command) => Command;

/** Flags that say where to read, write and print, not what is played. */
const NOT_KEPT = new Set(['save', 'resume', 'browser', 'json', 'queue']);

/**
 * The words that a saved contest keeps. `settled` has values that are among them even if they were not written, such as
 * the seed.
 */
export function toArguments<Flags extends object>(
  { names, flags }: ContestCall<Flags>,
  declare: Declare,
  settled: Readonly<Record<string, unknown>> = {},
): string[] {
  const all = { ...flags, ...settled } as Readonly<Record<string, string | number | boolean | string[] | undefined>>;
  const words = declare(new Command()).options.flatMap((option): string[] => {
    const name = option.attributeName();
    const value = all[name];
    const isDefault = value === option.defaultValue;
    if (value === undefined || isDefault || NOT_KEPT.has(name)) return [];
    if (Array.isArray(value)) return value.flatMap((one) => [option.long!, one]);
    return typeof value === 'boolean' ? [option.long!] : [option.long!, String(value)];
  });
  return [...names, ...words];
}

/**
 * The call, and the contest that it continues if it has `--resume`: what is not written is as that contest had it.
 * Throws a `UsageError` if the file holds no such contest, or if its words make no sense.
 */
export function readCall<Flags extends ContestFlags, Tally>(
  written: WrittenCall<Flags>,
  kind: ContestKind<Tally>,
  declare: Declare,
): ResumableCall<Flags, Tally> {
  const { names, flags, command } = written;
  if (flags.resume === undefined) return { call: written, saved: undefined };
  const { call: known, saved } = resumeCall<Flags, Tally>(flags.resume, kind, declare);
  const given = Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const count = Math.max(names.length, known.names.length);
  const call: ContestCall<Flags> = {
    names: Array.from({ length: count }, (_, index) => names[index] ?? known.names[index]!),
    flags: { ...known.flags, ...Object.fromEntries(given) },
  };
  return { call, saved };
}

/** The call of the contest that a file holds. Throws a `UsageError` as {@link readCall} does. */
export function resumeCall<Flags extends ContestFlags, Tally>(
  file: string,
  kind: ContestKind<Tally>,
  declare: Declare,
): ResumableCall<Flags, Tally> {
  const saved = readContestFile(file, kind);
  const { names, flags } = parseArguments<Flags>(
    renameFlags(CONTEST_COMMANDS[kind.noun], saved.arguments),
    file,
    declare,
  );
  return { call: { names, flags: { ...flags, resume: file } }, saved };
}

/** What is said after Ctrl-C: how to go on, if the contest is saved. */
export function formatInterruption(
  noun: ContestNoun,
  file: string | undefined,
  flags: { readonly json?: true },
): string {
  if (file === undefined) return `Stopped, and not saved: a ${noun} with --save FILE can be continued.`;
  return `Stopped. To go on:\n${formatResumeLine(noun, file, flags)}`;
}

function formatResumeLine(noun: ContestNoun, file: string, { json }: { readonly json?: true }): string {
  const words = [CONTEST_COMMANDS[noun], '--resume', quoteWord(file), ...(json === true ? ['--json'] : [])];
  return `npx serpentarium ${words.join(' ')}`;
}

/** The word as a shell takes it, in quotes if it needs them. */
export function quoteWord(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function parseArguments<Flags extends object>(
  words: readonly string[],
  file: string,
  declare: Declare,
): ContestCall<Flags> {
  const command = declare(new Command('contest'))
    .exitOverride()
    .configureOutput({ writeErr() {}, writeOut() {} });
  try {
    command.parse(words, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const reason = thrown.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw usageFault(file, `is damaged: its command line cannot be read (${reason}). Begin a new one.`);
  }
  return { names: command.args, flags: command.opts<Flags>() };
}
