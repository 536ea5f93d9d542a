/** A process that writes or reads the journal, as the host sees it. Owned by `journal-process.ts`. */
import { NO_LIMITS } from '../../processes/child-channel.js';
import { nodeProgram } from '../../processes/program.js';
import { SupervisedChild } from '../../processes/supervised-child.js';
import type { JsonOf, Query } from '../journal.js';
import { JournalUnavailable } from '../is-unavailable.js';
import { isFromJournal, linesAfter, type FromJournal, type OpenMessage, type ToJournal } from './messages.js';
import { within } from '../../processes/timing.js';

/** Limit of its memory, in MB: a report over a million games needs some hundred. */
const MEMORY_MB = 1024;
/** A small young generation: few objects live long here, and an idle process never shrinks its heap. */
const FLAGS = ['--max-semi-space-size=1'];
/** How many times longer opening or a query may take than writing: a migration rewrites all games. */
const OPENING_FACTOR = 60;

/** How often the host pings the process, in ms, and after how many missed answers it hangs. */
export interface Heartbeat {
  readonly interval: number;
  readonly silences: number;
}

export interface JournalChildOptions {
  readonly program: URL;
  readonly open: OpenMessage;
  readonly heartbeat: Heartbeat;
  /** Called with each message other than an answer to a query or ping. */
  readonly received: (message: FromJournal) => void;
  /** It hangs, or is about to be killed for that; the system may take its time. */
  readonly silent: (reason: string) => void;
  /** Called once, when it has exited. */
  readonly gone: (reason: string) => void;
}

/**
 * Owns a process and its unanswered queries.
 *
 * Guarantees that every query is answered, or rejected with a {@link JournalUnavailable}, and that a hanging process is
 * killed. Opening may take long, because it may migrate, and so may a query: then the silence is only reported.
 */
export class JournalChild {
  readonly #options: JournalChildOptions;
  readonly #child: SupervisedChild<ToJournal, FromJournal>;
  readonly #queries = new Map<
    number,
    { readonly resolve: (json: string | undefined) => void; readonly reject: (error: Error) => void }
  >();
  readonly #heartbeat: NodeJS.Timeout;
  #lastQuery = 0;
  #silences = 0;
  #state: 'patient' | 'open' | 'closed' = 'patient';
  readonly #closed: Promise<void>;
  #resolveClosed!: () => void;

  constructor(options: JournalChildOptions) {
    this.#options = options;
    this.#closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    this.#child = new SupervisedChild<ToJournal, FromJournal>({
      program: nodeProgram(options.program, MEMORY_MB, FLAGS),
      // The database driver reads its own variables.
      env: definedOnly(process.env),
      memoryMb: MEMORY_MB,
      limits: NO_LIMITS,
      linesAfter,
      read: (value) => (isFromJournal(value) ? value : undefined),
      received: (message, after) => this.#receive(message, after),
      exited: ({ reason }) => this.#onExit(reason),
    });
    this.#child.send(options.open);
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeat.interval).unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resident memory, in MB; absent if the system does not report it. */
  get memoryMb(): number | undefined {
    return this.#child.memoryMb || undefined;
  }

  sendEncoded(messages: readonly Buffer[]): void {
    for (const message of messages) this.#child.sendEncoded(message);
  }

  /** Writes all batches sent so far. */
  write(): void {
    this.#child.send({ type: 'write' });
  }

  ask<Argument, Result>({ name }: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>> {
    const id = ++this.#lastQuery;
    return new Promise((resolve, reject) => {
      this.#queries.set(id, { resolve: (json) => resolve(json as JsonOf<Result>), reject });
      this.#child.send({ type: 'query', id, name, argument });
    });
  }

  /** Lets it write the rest, and ends it after `ms` at the latest. */
  async close(ms: number): Promise<void> {
    this.#state = 'closed';
    this.#child.send({ type: 'close' });
    await within(this.#closed, ms);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.#state = 'closed';
    this.#child.stop('the journal is closed');
    await this.#child.gone();
  }

  /** Kills a process that hangs, with its queries. */
  kill(reason: string): void {
    this.#child.kill(reason);
    this.#rejectAll(reason);
  }

  #receive(message: FromJournal, [json]: readonly string[]): void {
    this.#silences = 0;
    switch (message.type) {
      case 'result':
        return this.#take(message.id)?.resolve(json);
      case 'refused':
        return this.#take(message.id)?.reject(new JournalUnavailable(message.reason));
      case 'pong':
        return undefined;
      case 'closed':
        return this.#resolveClosed();
      case 'report':
        if (message.report.kind === 'working' && this.#state === 'patient') this.#state = 'open';
        return this.#options.received(message);
      case 'done':
      case 'openGames':
      case 'spool':
        return this.#options.received(message);
    }
  }

  /** A host that was suspended itself counts one missed ping at most. */
  #beat(): void {
    const { interval, silences } = this.#options.heartbeat;
    this.#child.send({ type: 'ping' });
    if (this.#state === 'closed' || ++this.#silences % silences !== 0) return;
    const reason = `it has not answered for ${(this.#silences * interval) / 1000} s. Does its disk answer?`;
    this.#options.silent(reason);
    if (this.#state === 'patient' && this.#silences < OPENING_FACTOR * silences) return;
    this.kill(reason);
  }

  #onExit(reason: string): void {
    clearInterval(this.#heartbeat);
    this.#rejectAll(reason);
    this.#resolveClosed();
    this.#options.gone(reason);
  }

  #rejectAll(reason: string): void {
    for (const id of this.#queries.keys()) this.#take(id)?.reject(new JournalUnavailable(reason));
  }

  #take(id: number) {
    const query = this.#queries.get(id);
    this.#queries.delete(id);
    return query;
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
