/** The plan of a contest, as stored with a saved contest and continued by `--resume FILE`. */
import {
  CONTEST_COMMANDS,
  readContestFile,
  type ContestType,
  type ContestFile,
  type ContestCall,
} from '../../arena/contest/contest-file.js';
import { usageFault } from '../../errors/errors.js';
import type { CommandCall } from '../define-command.js';
import { pickValues } from '../flags.js';
import type { DeclaredFlags, ResumableKind } from './contest-kind.js';
import { quoteWord } from '../../views/words.js';

/** Names may be missing when a saved contest continues. */
export type WrittenCall<Flags> = CommandCall<readonly (string | readonly string[] | undefined)[], Flags>;

export interface ResumableCall<Flags, Tally> extends ContestCall<Flags> {
  readonly saved: ContestFile<Tally> | undefined;
}

/** The plan of a call. `settled` has values that are stored even without a flag, such as the seed. */
export function toPlan(
  { names, flags }: ContestCall<object>,
  declared: DeclaredFlags,
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
export function readCall<Flags extends { readonly resume?: string }, Tally>(
  { words, flags, given }: WrittenCall<Flags>,
  kind: ResumableKind<Flags, Tally>,
): ResumableCall<Flags, Tally> {
  const names = words.flat().filter((word) => word !== undefined);
  const { resume } = flags;
  if (resume === undefined) return { names, flags, saved: undefined };
  const written = kind.flags.filter(({ name }) => given.includes(name as keyof typeof flags));
  const word = written.find(({ part }) => part === 'plan')?.option.long ?? names[0];
  if (word !== undefined) {
    const message = `cannot be given with --resume: "${resume}" has the plan of its ${kind.type}. Begin a new ${kind.type} to change it.`;
    throw usageFault(word, message);
  }
  const resumed = resumeCall(resume, kind);
  return { ...resumed, flags: { ...resumed.flags, ...pickValues(flags, given) } };
}

/** The call of the contest in a file. Throws a `UsageError` like {@link readCall}. */
export function resumeCall<Flags, Tally>(file: string, kind: ResumableKind<Flags, Tally>): ResumableCall<Flags, Tally> {
  const saved = readContestFile<Tally>(file, kind);
  const { names, flags } = saved.plan;
  // Of flags that this release has, and the one that saved the file had not.
  const defaults = kind.flags.map(({ name, option }) => [name, option.negate ? true : option.defaultValue] as const);
  const all = { ...Object.fromEntries(defaults.filter(([, value]) => value !== undefined)), ...flags, resume: file };
  return { names, flags: all as Flags, saved };
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
