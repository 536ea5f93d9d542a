/**
 * Answers a snake's turns through a Battlesnake server behind this host, in any language. Requests are passed on
 * unchanged.
 */
import {
  actionUrl,
  Connections,
  exchange,
  failureOf,
  readObject,
  type Action,
  type ExchangeResult,
  type Failure,
} from '../../exchange/exchange.js';
import { appendVia } from '../../exchange/via.js';
import { DIRECTIONS } from '../../rules/types.js';
import type { Customization } from '../../wire/customization.js';
import { readMove } from '../../wire/move.js';
import type { InfoResponse } from '../../wire/responses.js';
import { ByteBudget } from '../byte-budget.js';
import {
  ABANDONED,
  END_ALLOWANCE,
  START_ALLOWANCE,
  type CallOutcome,
  type ChildStatus,
  type Runner,
  type TurnJob,
} from '../strategy/runner.js';
import type { RunnerReport } from '../snake-report.js';
import type { UpstreamChange } from './reachability.js';
import { toInfo } from '../mount.js';
import type { UpstreamStatus } from '../../exchange/upstream-status.js';
import type { ProgramUser, ServedProgram } from './served-program.js';
import { UpstreamWatch, type FirstAnswer } from './upstream-watch.js';
import { within } from '../../processes/timing.js';

/** Most connections to one server at a time; further requests wait for one. */
const MAX_CONNECTIONS = 256;
/** Most characters of a wrong move in a message. */
const MAX_SHOWN = 40;
/** The server's name in log messages. */
const SUBJECT = 'the server';

export interface UpstreamRunnerOptions {
  readonly url: URL;
  /** The URL without secrets. */
  readonly shownUrl: string;
  /** Overrides the server's customization, key by key. */
  readonly customization: Customization;
  /** Runs the server, if the host does. The runner joins it, and leaves it when it is closed. */
  readonly program?: ServedProgram | undefined;
  /** Shared with the other snakes of a host (default: its own budget). */
  readonly inFlight?: ByteBudget | undefined;
  readonly report: (report: RunnerReport) => void;
}

interface UpstreamGame {
  /** Settles when its last request is answered or abandoned; absent if that has happened. */
  busy: Promise<unknown> | undefined;
}

/**
 * Owns the games that a server plays, its requests in flight and its connections.
 *
 * Guarantees what {@link Runner} promises; that a game has one request in flight at a time, and so at most one
 * connection; that a late or abandoned request leaves no connection behind; and that every answer is validated as a
 * move. Follows no redirect, and forwards each body unchanged.
 */
export class UpstreamRunner implements Runner {
  readonly #options: UpstreamRunnerOptions;
  readonly #connections = new Connections(MAX_CONNECTIONS);
  readonly #urls: Readonly<Record<Action, URL>>;
  readonly #watch: UpstreamWatch;
  readonly #inFlight: ByteBudget;
  readonly #user: ProgramUser;
  readonly #games = new Map<string, UpstreamGame>();
  /** Abandons each `move` without an outcome. */
  readonly #moves = new Map<TurnJob, AbortController>();
  /** Abandons the other requests. */
  readonly #others = new Set<AbortController>();
  #isClosed = false;

  constructor(options: UpstreamRunnerOptions) {
    const { url, inFlight = new ByteBudget(), report, program } = options;
    this.#options = options;
    this.#inFlight = inFlight;
    this.#urls = { start: actionUrl(url, 'start'), move: actionUrl(url, 'move'), end: actionUrl(url, 'end') };
    const changed = (change: UpstreamChange) => report({ type: 'upstreamChanged', change });
    this.#watch = new UpstreamWatch({ ...options, connections: this.#connections, changed });
    this.#user = {
      report,
      // A restarted server has forgotten its games: each gets a /start before its next move.
      started: () => this.#games.clear(),
      exited: ({ reason }) => this.#watch.reachability.lose(reason),
    };
    program?.join(this.#user);
  }

  /** Asks the server for its appearance, and waits briefly for one that the host has started. Call it once, first. */
  load(): Promise<FirstAnswer> {
    return this.#watch.begin();
  }

  info(): InfoResponse {
    return toInfo(this.#options.customization, this.#watch.customization);
  }

  start(job: TurnJob): void {
    this.#gameOf(job);
  }

  async move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    if (this.#isClosed) return CLOSED;
    const ending = new AbortController();
    this.#moves.set(job, ending);
    const from = performance.now();
    try {
      const result = await this.#send('move', job, deadline, ending);
      if (this.#isClosed) return CLOSED;
      if (this.#moves.get(job) !== ending) return ABANDONED;
      return this.#count(readOutcome(result), performance.now() - from);
    } finally {
      if (this.#moves.get(job) === ending) this.#moves.delete(job);
    }
  }

  abandon(job: TurnJob): void {
    const ending = this.#moves.get(job);
    this.#moves.delete(job);
    ending?.abort();
  }

  end(job: TurnJob): void {
    const game = this.#games.get(job.key);
    if (game === undefined || this.#isClosed) return;
    void this.#notify('end', job, END_ALLOWANCE);
    this.#games.delete(job.key);
  }

  forget(key: string): void {
    this.#games.delete(key);
  }

  status(): ChildStatus[] {
    return this.#options.program?.status(this.#user, this.#games.size, this.#moves.size > 0) ?? [];
  }

  upstream(): UpstreamStatus {
    return this.#watch.reachability.status();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    for (const ending of [...this.#moves.values(), ...this.#others]) ending.abort();
    this.#connections.close();
    await this.#options.program?.leave(this.#user);
  }

  /** Sends /start for a game that the server has not seen, even mid-game. */
  #gameOf(job: TurnJob): UpstreamGame {
    const known = this.#games.get(job.key);
    if (known !== undefined) return known;
    const game: UpstreamGame = { busy: undefined };
    this.#games.set(job.key, game);
    if (!this.#isClosed) void this.#notify('start', job, Math.min(job.request.game.timeout, START_ALLOWANCE));
    return game;
  }

  /** Sends a `/start` or `/end`. A failure costs no turn. */
  async #notify(action: 'start' | 'end', job: TurnJob, allowance: number): Promise<void> {
    const { key, request } = job;
    const { turn } = request;
    const ending = new AbortController();
    this.#others.add(ending);
    const failure = failureOf(await this.#send(action, job, performance.now() + allowance, ending));
    this.#others.delete(ending);
    if (failure === undefined || this.#isClosed) return;
    const reason = `${SUBJECT}'s answer to /${action} does not count: it ${failure.problem}`;
    this.#options.report({ type: 'warned', key, turn, reason });
  }

  /** Sends a request after the previous one of its game. Resolves by the deadline. */
  #send(action: Action, job: TurnJob, deadline: number, ending: AbortController): Promise<ExchangeResult> {
    const game = this.#gameOf(job);
    const { busy } = game;
    const sending =
      busy === undefined
        ? this.#exchange(action, job, deadline, ending)
        : waitFor(busy, deadline, ending.signal).then(
            (problem) => problem ?? this.#exchange(action, job, deadline, ending),
          );
    const done: Promise<unknown> = Promise.all([busy, sending]).finally(() => {
      if (game.busy === done) game.busy = undefined;
    });
    game.busy = done;
    return sending;
  }

  async #exchange(action: Action, job: TurnJob, deadline: number, ending: AbortController): Promise<ExchangeResult> {
    if (ending.signal.aborted) return GIVEN_UP;
    const timeout = deadline - performance.now();
    if (timeout <= 0) return STILL_BUSY;
    const { text: body, via } = job;
    if (!this.#inFlight.take(body.length)) return NO_ROOM;
    const result = await exchange({
      method: 'POST',
      url: this.#urls[action],
      body,
      timeout,
      connections: this.#connections,
      headers: { via: appendVia(via) },
      ending,
    });
    this.#inFlight.give(body.length);
    // An abandoned request shows nothing about the server.
    if (!ending.signal.aborted || ('problem' in result && result.kind === 'late')) this.#watch.note(result);
    return result;
  }

  #count(outcome: CallOutcome, took: number): CallOutcome {
    const { reachability } = this.#watch;
    if (outcome.kind === 'moved') reachability.moved(took);
    else reachability.failed();
    return outcome;
  }
}

const CLOSED = { kind: 'failed', cause: 'machine', reason: 'the snake is closed' } as const;
const unsent = (kind: Failure['kind'], problem: string) => ({ kind, problem, reach: 'nowhere' }) as const;
const NO_ROOM = unsent('other', 'was not asked: the requests in flight take too much memory');
const STILL_BUSY = unsent('late', 'is still busy with the request before this one');
const GIVEN_UP = unsent('abandoned', 'was abandoned');

/** A move, or why there is none. Like engines, ignores the status and type of the response. */
function readOutcome(result: ExchangeResult): CallOutcome {
  if ('problem' in result) {
    const isLate = result.kind === 'late';
    const reason = `${SUBJECT} ${isLate && result !== STILL_BUSY ? 'gave ' : ''}${result.problem}`;
    return isLate ? { kind: 'late', cause: 'strategy', reason } : { kind: 'failed', cause: 'machine', reason };
  }
  const answer = readObject(result);
  if ('problem' in answer) {
    const isAnswer = result.status === 200;
    return { kind: isAnswer ? 'illegal' : 'failed', reason: `${SUBJECT} ${answer.problem}` };
  }
  const { move: sent, shout } = answer.json;
  const move = readMove({ move: typeof sent === 'string' ? sent.toLowerCase() : sent, shout });
  if (typeof move !== 'string') return { kind: 'moved', move };
  const shown = JSON.stringify(sent)?.slice(0, MAX_SHOWN);
  return { kind: 'illegal', reason: `${SUBJECT} answered "move": ${shown} (${DIRECTIONS.join(', ')})` };
}

/** Resolves when `busy` has, or earlier: at the deadline, or when the request is abandoned. */
async function waitFor(
  busy: Promise<unknown>,
  deadline: number,
  signal: AbortSignal,
): Promise<ExchangeResult | undefined> {
  const givenUp = new Promise<ExchangeResult>((resolve) => {
    signal.addEventListener('abort', () => resolve(GIVEN_UP));
  });
  const free = Promise.race([busy.then(() => undefined), givenUp]);
  return within(free, deadline - performance.now(), () => STILL_BUSY);
}
