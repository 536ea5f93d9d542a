import { messageOf } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { legalMask } from '../../rules/toolkit/moves.js';
import { readMove, type CleanMove } from '../../wire/move.js';
import { readNote, type CleanNote } from '../../wire/note.js';
import { CallContext, CallTurn, type CallOptions } from './strategy-context.js';
import type { Context, Turn } from './contract.js';
import type { StrategyReport } from '../snake-report.js';
import type { TurnJob } from './runner.js';

/** Log lines kept of one call; the rest is counted. */
export const MAX_LINES = 20;
/** Characters kept of a line, and of its data as JSON. */
export const MAX_LINE = 1000;
/** Characters kept of a sentence about a strategy's mistake: it may quote the strategy's errors. */
export const MAX_REASON = 2000;
/** Characters kept of the message of a thrown value. */
const MAX_MESSAGE = 500;

/** Keeps the first {@link MAX_LINES} lines, {@link MAX_LINE} characters each. */
export class LineLimit {
  #lines = 0;

  /** The part of a line that is kept, if any. */
  take(line: string): string | undefined {
    return ++this.#lines > MAX_LINES ? undefined : line.slice(0, MAX_LINE);
  }

  /** How many lines were dropped, in words; `undefined` if none. */
  get excess(): string | undefined {
    const dropped = this.#lines - MAX_LINES;
    return dropped > 0 ? `${dropped} lines more than the ${MAX_LINES} that are kept` : undefined;
  }
}

/**
 * One call of `start`, `move` or `end`. It owns the turn and the context that the strategy sees, its last proposal and
 * its signal. It limits what reaches the log, and never throws, whatever the strategy passes in.
 */
export class Call {
  readonly key: string;
  readonly turn: Turn;
  readonly deadline: number;
  readonly context: Context;
  /** The last valid proposal. */
  proposal: CleanMove | undefined;
  /** All notes merged. */
  note: CleanNote | undefined;
  /** Whether the turn was expected by a `ponder`; absent without one. */
  found: boolean | undefined;
  readonly #report: (report: StrategyReport) => void;
  /** The turn; the strategy may change `turn.turn`. */
  readonly #number: number;
  /** The log lines of its turn, and whether the excess was reported. */
  #said = { lines: new LineLimit(), isWarned: false };
  #badProposals = 0;
  #badNotes = 0;
  #abort: AbortController | undefined;
  #abortTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(job: TurnJob, options: CallOptions, report: (report: StrategyReport) => void) {
    this.key = job.key;
    this.turn = new CallTurn(job);
    this.#number = job.request.turn;
    this.deadline = options.deadline;
    this.#report = report;
    this.context = new CallContext(job, options, {
      propose: (move) => this.#propose(move, options.propose),
      note: options.keepsNotes === true ? (note) => this.#note(note) : ignoreNote,
      log: (message, data) => this.log(message, data),
      signal: () => this.#signal(),
    });
  }

  /** Continues an earlier call for the same turn, if any: their lines count together. */
  goOnFrom(earlier: Call | undefined): void {
    if (earlier !== undefined) this.#said = earlier.#said;
  }

  /** Call it when the strategy is done: disarms the signal and reports how many lines were dropped. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#abortTimer);
    const { excess } = this.#said.lines;
    if (excess !== undefined && !this.#said.isWarned) {
      this.#said.isWarned = true;
      this.warn(`logged ${excess} of a turn`);
    }
    if (this.#badProposals > 1) this.warn(`made ${this.#badProposals} proposals that are not moves`);
  }

  /** Aborts the signal before the deadline: the answer is no longer awaited. */
  abandon(): void {
    clearTimeout(this.#abortTimer);
    this.#abort ??= new AbortController();
    this.#abort.abort(new DOMException('The caller has given up on this turn.', 'AbortError'));
  }

  /** Whether the turn has a legal move; also true if the strategy has broken its own position. */
  hasLegalMove(): boolean {
    try {
      return legalMask(this.context.position, this.context.seat) !== 0;
    } catch {
      return true;
    }
  }

  log(message: unknown, data?: Record<string, unknown>): void {
    const line = this.#said.lines.take(messageOf(message));
    if (line === undefined) return;
    this.#report({ type: 'logged', key: this.key, turn: this.#number, message: line, data: keepShort(data) });
  }

  /** Reports a mistake of the strategy in this call. */
  warn(reason: string): void {
    this.#report({ type: 'warned', key: this.key, turn: this.#number, reason: reason.slice(0, MAX_REASON) });
  }

  /** Made on the first read: most strategies never read it. */
  #signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (!this.#isClosed) this.#armAbort(this.#abort);
    }
    return this.#abort.signal;
  }

  #armAbort(controller: AbortController): void {
    const abort = () => controller.abort(new DOMException('The deadline of this turn has passed.', 'TimeoutError'));
    const left = this.deadline - performance.now();
    if (left <= 0) abort();
    else this.#abortTimer = setTimeout(abort, left).unref();
  }

  #propose(value: unknown, notify: CallOptions['propose']): void {
    const move = readMove(value);
    if (typeof move === 'string') {
      if (++this.#badProposals === 1) this.warn(`propose: ${move.replace(/^returned/, 'given')}`);
      return;
    }
    if (move.move === this.proposal?.move && move.shout === this.proposal.shout) return;
    this.proposal = move;
    notify?.(move);
  }

  #note(value: unknown): void {
    try {
      const { note, problem } = readNote(value, this.turn.board);
      this.note = { ...this.note, ...note };
      if (problem !== undefined && ++this.#badNotes === 1) this.warn(`note: ${problem}`);
    } catch (thrown) {
      if (++this.#badNotes === 1) this.warn(`note: ${messageOf(thrown)}`);
    }
  }
}

/** `context.note` when notes are not kept. */
function ignoreNote(): void {}

/** Data of a log line as plain JSON; replaced by a remark if it is too long or cannot be serialized. */
export function keepShort(data: unknown): Record<string, unknown> | undefined {
  if (data === undefined || data === null) return undefined;
  try {
    const json = JSON.stringify(data);
    if (json.length > MAX_LINE) return { dropped: `${json.length} characters of data` };
    const plain: unknown = JSON.parse(json);
    return isRecord(plain) ? plain : { value: plain };
  } catch (thrown) {
    return { dropped: messageOf(thrown) };
  }
}

/** The message, and the stack frame in the strategy's own file. Never throws, for any value. */
export function describeThrown(thrown: unknown): string {
  try {
    const message = `${messageOf(thrown)}${causeOf(thrown)}`.slice(0, MAX_MESSAGE);
    const frame = framesOf(thrown).find((line) => !line.includes('node:'));
    return frame === undefined ? message : `${message} (${frame.trim()})`.slice(0, MAX_REASON);
  } catch {
    return 'something that cannot be shown';
  }
}

/** What caused an error, such as the refused connection behind "fetch failed"; empty if it names nothing new. */
function causeOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || !(thrown.cause instanceof Error)) return '';
  const { cause, message } = thrown;
  const reason = cause.message || ('code' in cause ? String(cause.code) : '');
  return reason === '' || message.includes(reason) ? '' : `: ${reason}`;
}

/** The lines of the stack. Throws if reading it does. */
export function framesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return [];
  return thrown.stack.split('\n').filter((line) => /^\s+at /.test(line));
}
