/** The command line of a match, as a saved match keeps it and `compare --resume FILE` takes it up again. */
import { Command, CommanderError } from 'commander';
import type { StopCondition } from '../../arena/match/stop-condition.js';
import { usageFault } from '../../errors.js';
import { formatSprt } from '../../stats/parse-sprt.js';
import { addCompareFlags, type CompareFlags } from './compare-flags.js';

/** A call of `compare`: the names and the flags, checked one by one but not together. */
export interface CompareCall {
  readonly base: string;
  readonly candidate: string;
  readonly flags: CompareFlags;
}

/** The call as commander parses it: where a saved match continues, the names may be missing. */
export interface WrittenCall {
  readonly base: string | undefined;
  readonly candidate: string | undefined;
  readonly flags: CompareFlags;
  /** Knows which flags were written and which have their defaults. */
  readonly command: Command;
}

/** Flags that say where to read, write and print, not what is played. */
const NOT_KEPT = new Set(['save', 'resume', 'json']);

/** The words that a saved match keeps. The seed and the test are among them even if they were not written. */
export function toArguments(
  { base, candidate, flags }: CompareCall,
  command: Command,
  { seed, condition }: { readonly seed: string; readonly condition: StopCondition },
): string[] {
  const { sprt } = condition;
  const settled: Readonly<Record<string, string | number | true | undefined>> = {
    ...flags,
    seed,
    sprt: sprt && formatSprt(sprt),
  };
  const words = command.options.flatMap((option): string[] => {
    const name = option.attributeName();
    const value = settled[name];
    const isDefault = value === option.defaultValue;
    if (value === undefined || isDefault || NOT_KEPT.has(name)) return [];
    return value === true ? [option.long!] : [option.long!, String(value)];
  });
  return [base, candidate, ...words];
}

/**
 * The call with what a saved match knows: it says what is not written. Throws a `UsageError` if the words of the file
 * make no sense.
 */
export function completeCall(written: WrittenCall, file: string, saved: readonly string[]): CompareCall {
  const known = parseArguments(saved, file);
  const given = Object.entries(written.flags).filter(([name]) => written.command.getOptionValueSource(name) === 'cli');
  return {
    base: written.base ?? known.base,
    candidate: written.candidate ?? known.candidate,
    flags: { ...known.flags, ...Object.fromEntries(given) },
  };
}

/** The line that continues the match of a file. */
export function formatResumeLine(file: string, { json }: CompareFlags): string {
  const word = /^[\w./@:+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
  return `npx serpentarium compare --resume ${word}${json === true ? ' --json' : ''}`;
}

function parseArguments(words: readonly string[], file: string): CompareCall {
  const command = addCompareFlags(new Command('compare').argument('<BASE>').argument('<CANDIDATE>'))
    .exitOverride()
    .configureOutput({ writeErr() {}, writeOut() {} });
  try {
    command.parse(words, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    const reason = thrown.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw usageFault(file, `is damaged: its command line cannot be read (${reason}). Begin a new match.`);
  }
  const [base, candidate] = command.args;
  return { base: base!, candidate: candidate!, flags: command.opts<CompareFlags>() };
}
