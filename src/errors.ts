/** The errors that are not bugs: who is wrong decides the class, and the class decides who is told. */

/**
 * A request that cannot be served. Thrown once, caught at the edge of the HTTP stack, answered with `status` and
 * `{error: {code, message, at}}`.
 */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly status: 400 | 401 | 404 | 405 | 413 | 503;
  /** A word for programs, such as `invalid_request`. */
  readonly code: string;
  /** JSON pointer to the offending value; `""` is the whole body. */
  readonly at: string | undefined;

  constructor(status: HostError['status'], code: string, message: string, at?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.at = at;
  }
}

/** Where something that an operator wrote stands. */
export interface SourceLocation {
  /** Path of the file as the operator wrote it, or the name of an environment variable or a flag. */
  readonly source: string;
  /** 1-based; absent where the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
}

/** One thing an operator has to correct: where it stands, and a sentence that says what is wrong and the likely cause. */
export interface Fault extends SourceLocation {
  readonly message: string;
}

/** The operator's input is wrong. Carries every fault at once; the command line prints them and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'));
    this.faults = faults;
  }
}

/** `config/snakes.yaml:9:5 the sentence`, the form editors and terminals turn into a link. */
export function formatFault(fault: Fault): string {
  const place = [fault.source, fault.line, fault.column].filter((part) => part !== undefined).join(':');
  return `${place} ${fault.message}`;
}

/** For sorting: the order in which faults stand in their file. */
export function byPlace(a: Fault, b: Fault): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** The message of whatever was thrown: a strategy may throw anything at all, and nothing it throws makes this throw. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message || thrown.name : thrown);
  } catch {
    return 'something that cannot be shown';
  }
}

/** What a value is, for sentences: `a number`, `null`, `a list`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
