/** The errors that users of the command line cause, the form in which they are shown, and the exit codes. */

/** A place in the operator's input. */
export interface SourceLocation {
  /**
   * What holds the fault: a file's path as the operator wrote it, a flag such as `--seed`, or an environment variable.
   */
  readonly source: string;
  /** 1-based; absent if the fault is about the source as a whole. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

/** One mistake in the operator's input: its place, and a sentence with the fault and the likely cause. */
export interface Fault extends SourceLocation {
  readonly message: string;
}

/** The operator's input is wrong. Carries all faults at once; the command line prints them and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly faults: readonly Fault[];
  /** Whether the same input may work later: the exit code is then 1, after which service managers try again. */
  readonly mayPass: boolean;

  constructor(faults: readonly Fault[], { mayPass = false } = {}) {
    super(faults.map(formatFault).join('\n'));
    this.faults = faults;
    this.mayPass = mayPass;
  }
}

/** A {@link UsageError} with a single fault. `source` is a flag, a file, or a place in a file. */
export function usageFault(
  source: string | SourceLocation,
  message: string,
  more?: { readonly mayPass: boolean },
): UsageError {
  return new UsageError([{ ...(typeof source === 'string' ? { source } : source), message }], more);
}

/** `config/snakes.yaml:9:5 the sentence`: the form that editors and terminals turn into a link. */
export function formatFault(fault: Fault): string {
  const place = [fault.source, fault.line, fault.column].filter((part) => part !== undefined).join(':');
  return `${place} ${fault.message}`;
}

/** Compares two faults of one file for `sort`: the one nearer to the top comes first. */
export function byPlace(a: Fault, b: Fault): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** The message of any thrown value, whatever its type. Never throws, even if reading the value does. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message || thrown.name : thrown);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The code of an error of Node or a driver, such as `ENOENT`; empty without one. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** The exit codes of all commands. Each command's help explains its own. */
export const EXIT = {
  /** Success. In `compare`: the candidate is accepted, or all games were played. */
  ok: 0,
  /** The command ran and failed. In `compare`: the candidate is rejected. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** In `compare`: the match has not decided. */
  undecided: 3,
  /** A comparison with a snake that never played its strategy's move is void. */
  notPlayed: 4,
  /** Ctrl-C ended it. Shells use the same code. */
  interrupted: 130,
} as const;
