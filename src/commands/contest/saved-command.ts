/** The plan of a contest, as stored with a saved contest and continued by `--resume FILE`. */
import { Command, CommanderError } from 'commander';
import {
  CONTEST_COMMANDS,
  readContestFile,
  type ContestKind,
  type ContestType,
  type ContestFile,
  type ContestCall,
} from '../../arena/contest/contest-file.js';
import { usageFault } from '../../errors/errors.js';
import type { ContestFlags } from './contest-flags.js';

/** The call as commander parses it: names may be missing when a saved contest continues. */
export interface WrittenCall<Flags> extends ContestCall<Flags> {
  /** Knows which flags were given and which have their defaults. */
  readonly command: Command;
}

export interface ResumableCall<Flags, Tally> extends ContestCall<Flags> {
  readonly saved: ContestFile<Tally> | undefined;
}

type Declare = (command: Command) => Command;

/** Flags that a plan does not store: where to read, write and print. */
const NOT_KEPT = new Set(['save', 'resume', 'browser', 'json', 'queue']);
/** Flags on how a contest is played and shown, not on its plan: `--resume` takes them. */
const OF_RUNS = new Set([...NOT_KEPT, 'concurrency', 'force', 'outputDir']);

/** The plan of a call. `settled` has values that are stored even without a flag, such as the seed. */
export function toPlan<Flags extends object>(
  { names, flags }: ContestCall<Flags>,
  settled: Readonly<Record<string, unknown>> = {},
): ContestCall {
  const kept = Object.entries({ ...flags, ...settled }).filter(([name]) => !NOT_KEPT.has(name));
  return { names, flags: Object.fromEntries(kept) };
}

/** The command line of this plan. */
export function toArguments({ names, flags }: ContestCall, declare: Declare): string[] {
  const words = declare(new Command()).options.flatMap((option): string[] => {
    const value = flags[option.attributeName()];
    if (value === undefined || value === option.defaultValue) return [];
    if (Array.isArray(value)) return value.flatMap((one) => [option.long!, String(one)]);
    return typeof value === 'boolean'
      ? [option.long!]
      : [option.long!, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return [...names, ...words];
}

/**
 * The call, and the contest that it continues with `--resume`. Throws a `UsageError` if the file holds no such contest,
 * or if the call has words that could change its plan.
 */
export function readCall<Flags extends ContestFlags, Tally>(
  written: WrittenCall<Flags>,
  kind: ContestKind<Tally>,
  declare: Declare,
): ResumableCall<Flags, Tally> {
  const { names, flags, command } = written;
  const { resume } = flags;
  if (resume === undefined) return { names, flags, saved: undefined };
  const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const changing = given.find((option) => !OF_RUNS.has(option.attributeName()));
  const word = changing?.long ?? names[0];
  if (word !== undefined) {
    const message = `cannot be given with --resume: "${resume}" has the plan of its ${kind.type}. Begin a new ${kind.type} to change it.`;
    throw usageFault(word, message);
  }
  const resumed = resumeCall<Flags, Tally>(resume, kind, declare);
  const ofRun = given.map((option) => option.attributeName() as keyof Flags);
  const own = Object.fromEntries(ofRun.map((name) => [name, flags[name]]));
  return { ...resumed, flags: { ...resumed.flags, ...own } };
}

/** The call of the contest in a file. Throws a `UsageError` like {@link readCall}. */
export function resumeCall<Flags extends ContestFlags, Tally>(
  file: string,
  kind: ContestKind<Tally>,
  declare: Declare,
): ResumableCall<Flags, Tally> {
  const saved = readContestFile(file, kind);
  const { names, flags } = parsePlan<Flags>(saved.plan, file, declare);
  return { names, flags: { ...flags, resume: file }, saved };
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

/** Parses the stored values as a command line: the file may have been edited. */
function parsePlan<Flags extends object>(plan: ContestCall, file: string, declare: Declare): ContestCall<Flags> {
  const command = declare(new Command('contest'))
    .exitOverride()
    .configureOutput({ writeErr() {}, writeOut() {} });
  const known = new Set(command.options.map((option) => option.attributeName()));
  const unknown = Object.keys(plan.flags).find((name) => !known.has(name));
  if (unknown !== undefined) throw usageFault(file, `is damaged: its plan has a flag "${unknown}". Begin a new one.`);
  try {
    command.parse(toArguments(plan, declare), { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const reason = thrown.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw usageFault(file, `is damaged: its plan cannot be read (${reason}). Begin a new one.`);
  }
  return { names: command.args, flags: command.opts<Flags>() };
}
