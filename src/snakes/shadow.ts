/** A candidate that is asked what a mounted snake has answered, on time that nobody else wants. Nothing it says is ever sent. */
import { safeMove } from '../rules/toolkit/safe-move.js';
import type { Direction } from '../rules/types.js';
import { toCanonical } from '../wire/canonical.js';
import type { ShadowTurn } from '../journal/journal-event.js';
import { parseRequest } from '../wire/reader.js';
import { toPosition } from '../wire/to-position.js';
import type { Arrival } from './mount.js';
import type { ChildStatus, Runner, TurnJob } from './strategy/runner.js';

/** From this delay of the host's event loop on, in ms, no shadow is asked: the snakes that answer come first. */
const LOADED = 20;

/** A request that the snake behind which the shadow walks has taken. */
export interface ShadowedRequest {
  readonly key: string;
  /** Ids of the snakes known to be dead. */
  readonly dead: readonly string[];
  readonly arrival: Arrival;
}

interface OwedTurn {
  readonly request: ShadowedRequest;
  readonly budget: number;
  /** Absent once nobody waits for it. */
  settled?: ((turn: ShadowTurn) => void) | undefined;
}

export interface ShadowDeps {
  readonly runner: Runner;
  /** Delay of the host's event loop, in ms. */
  readonly load: () => number;
}

/**
 * Asks one turn at a time, of all its games together, so that what it took is its own. Of each game one more may wait; when
 * the game's next turn comes first, it is skipped.
 */
export class Shadow {
  readonly #deps: ShadowDeps;
  /** By game, the one that waits longest in front. */
  readonly #waiting = new Map<string, OwedTurn>();
  #asked: OwedTurn | undefined;
  /** What is to be done with a game when its last turn is settled. */
  readonly #endings = new Map<string, () => void>();

  constructor(deps: ShadowDeps) {
    this.#deps = deps;
  }

  start(request: ShadowedRequest): void {
    setImmediate(() => this.#deps.runner.start(toJob(request)));
  }

  /** Asks once the answer has left. `settled` is called once, unless the game is forgotten; `budget` in ms, from when it is asked. */
  follow(request: ShadowedRequest, budget: number, settled: (turn: ShadowTurn) => void): void {
    const { key } = request;
    this.#waiting.get(key)?.settled?.({ kind: 'skipped' });
    this.#waiting.set(key, { request, budget, settled });
    setImmediate(() => void this.#askNext());
  }

  /** Ends a game after its last turn; `settled` is called then, where one was still owed. */
  end(request: ShadowedRequest, settled: () => void): void {
    const { key } = request;
    const close = () => this.#deps.runner.end(toJob(request));
    if (this.#asked?.request.key !== key && !this.#waiting.has(key)) return void setImmediate(close);
    this.#endings.set(key, () => {
      close();
      settled();
    });
  }

  /** Forgets a game without a word to the strategy, or about what it was asked last. */
  forget(key: string): void {
    for (const owed of [this.#asked, this.#waiting.get(key)]) if (owed?.request.key === key) owed.settled = undefined;
    this.#waiting.delete(key);
    this.#endings.delete(key);
    this.#deps.runner.forget(key);
  }

  status(): ChildStatus[] {
    return this.#deps.runner.status();
  }

  close(): Promise<void> {
    this.#waiting.clear();
    this.#endings.clear();
    if (this.#asked !== undefined) this.#asked.settled = undefined;
    return this.#deps.runner.close();
  }

  async #askNext(): Promise<void> {
    const turn = this.#waiting.values().next().value;
    if (turn === undefined || this.#asked !== undefined) return;
    const { key } = turn.request;
    this.#waiting.delete(key);
    this.#asked = turn;
    const said = await this.#ask(turn);
    this.#asked = undefined;
    turn.settled?.(said);
    if (!this.#waiting.has(key)) this.#close(key);
    void this.#askNext();
  }

  async #ask({ request, budget }: OwedTurn): Promise<ShadowTurn> {
    if (this.#deps.load() > LOADED) return { kind: 'skipped' };
    const from = performance.now();
    const outcome = await this.#deps.runner.move(toJob(request), from + budget);
    const took = performance.now() - from;
    if (outcome.kind === 'moved') return { kind: 'moved', move: outcome.move.move, took };
    if (outcome.kind === 'undecided') {
      return { kind: 'moved', move: outcome.proposal?.move ?? safeMoveFor(request), took };
    }
    return { kind: outcome.kind, reason: outcome.reason, took };
  }

  #close(key: string): void {
    const ending = this.#endings.get(key);
    this.#endings.delete(key);
    ending?.();
  }
}

/** Read anew, for the snake may have changed the request that it was given. No answer was sent, so of none is to be told. */
function toJob({ key, dead, arrival: { text } }: ShadowedRequest): TurnJob {
  return { key, request: toCanonical(parseRequest(text), new Set(dead)), text, lastTurn: undefined };
}

/** What the host sends for a snake that returns nothing. */
function safeMoveFor(request: ShadowedRequest): Direction {
  const { position, seat } = toPosition(toJob(request).request);
  return safeMove(position, seat);
}
