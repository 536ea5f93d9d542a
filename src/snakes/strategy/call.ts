/** One call into a strategy's code: the turn and the context it sees, and what it says meanwhile. */
import { messageOf } from '../../errors.js';
import { readMove, type CleanMove } from '../../wire/move.js';
import { CallContext, CallTurn, type CallOptions } from './strategy-context.js';
import type { Context, Turn } from './contract.js';
import type { TurnJob } from './runner.js';

/** Lines of log kept of one call; the rest is counted. */
export const MAX_LINES = 20;
/** Characters kept of a line, and of its data as JSON. */
export const MAX_LINE = 1000;

/** Who hears what strategy code says. */
export interface CallSink {
  logged(key: string, turn: number, message: string, data: Record<string, unknown> | undefined): void;
  complained(key: string, turn: number, reason: string): void;
}

export class Call {
  readonly key: string;
  readonly turn: Turn;
  readonly deadline: number;
  readonly context: Context;
  /** The last proposal that was a move. */
  proposal: CleanMove | undefined;
  readonly #sink: CallSink;
  #lines = 0;
  #badProposals = 0;

  constructor(job: TurnJob, options: CallOptions, sink: CallSink) {
    this.key = job.key;
    this.turn = new CallTurn(job);
    this.deadline = options.deadline;
    this.#sink = sink;
    this.context = new CallContext(job, options, {
      propose: (move) => this.#propose(move, options.propose),
      log: (message, data) => this.log(message, data),
    });
  }

  /** To be called when the strategy is done: says how much was dropped. */
  close(): void {
    const dropped = this.#lines - MAX_LINES;
    if (dropped > 0) this.#complain(`logged ${dropped} lines more than the ${MAX_LINES} that are kept of a turn`);
    if (this.#badProposals > 1) this.#complain(`made ${this.#badProposals} proposals that are no moves`);
  }

  log(message: unknown, data?: Record<string, unknown>): void {
    if (++this.#lines > MAX_LINES) return;
    this.#sink.logged(this.key, this.turn.turn, messageOf(message).slice(0, MAX_LINE), keepShort(data));
  }

  #propose(value: unknown, heard: CallOptions['propose']): void {
    const move = readMove(value);
    if (typeof move === 'string') {
      if (++this.#badProposals === 1) this.#complain(`propose: ${move.replace(/^returned/, 'given')}`);
      return;
    }
    if (move.move === this.proposal?.move && move.shout === this.proposal.shout) return;
    this.proposal = move;
    heard?.(move);
  }

  #complain(reason: string): void {
    this.#sink.complained(this.key, this.turn.turn, reason);
  }
}

/** Data that fits a line, as plain JSON; what does not becomes a remark. */
function keepShort(data: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (data === undefined) return undefined;
  try {
    const json = JSON.stringify(data);
    if (json.length <= MAX_LINE) return JSON.parse(json) as Record<string, unknown>;
    return { dropped: `${json.length} characters of data` };
  } catch (thrown) {
    return { dropped: messageOf(thrown) };
  }
}
