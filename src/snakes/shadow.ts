/**
 * A candidate that plays every turn after a mounted snake has answered it, in idle time. Its answers are never sent.
 */
import type { ShadowAnswer } from '../views/game-rows.js';
import { safeMove } from '../rules/toolkit/safe-move.js';
import type { Direction } from '../rules/types.js';
import { toPosition } from '../wire/to-position.js';
import type { Cores } from './schedule/cores.js';
import type { ChildStatus, Runner, TurnJob } from './strategy/runner.js';
import type { UpstreamStatus } from '../exchange/upstream-status.js';

/** If the host's event loop is later than this, in ms, the shadow is skipped: the snakes that answer come first. */
const MAX_LOOP_DELAY_MS = 20;

/** Most characters of the requests that wait for a shadow, over all games; later turns are skipped. */
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;

interface PendingTurn {
  readonly job: TurnJob;
  /** In ms, from the call. */
  readonly budget: number;
  /** Receives the shadow's answer. Absent once it is no longer awaited. */
  done?: ((turn: ShadowAnswer) => void) | undefined;
}

export interface ShadowDeps {
  readonly runner: Runner;
  /** Delay of the host's event loop, in ms (default: 0). */
  readonly loopDelay?: (() => number) | undefined;
  /** The shadow waits while a turn of another snake waits for one of these (default: it never waits). */
  readonly cores?: Pick<Cores, 'whenIdle'> | undefined;
}

/**
 * Owns the candidate's runner and the turns that wait for it.
 *
 * Guarantees one turn at a time over all games, so that each turn is timed alone. One more turn of each game may wait;
 * if the game's next turn comes first, the waiting one is skipped. Uses idle CPU only: none begins while another snake
 * waits for a core. Never answers an engine, and never delays the base.
 */
export class Shadow {
  readonly #runner: Runner;
  readonly #loopDelay: () => number;
  readonly #cores: ShadowDeps['cores'];
  #waitsForIdle = false;
  /** By game key, the longest waiting first. */
  readonly #waiting = new Map<string, PendingTurn>();
  #asked: PendingTurn | undefined;
  /** What to do after a game's last turn has been answered, by game key. */
  readonly #endings = new Map<string, { readonly finish: () => void; readonly characters: number }>();
  #waitingCharacters = 0;

  constructor({ runner, loopDelay = () => 0, cores }: ShadowDeps) {
    this.#runner = runner;
    this.#loopDelay = loopDelay;
    this.#cores = cores;
  }

  /** Starts a game, after the answer to `/start` has left. */
  start(job: TurnJob): void {
    setImmediate(() => this.#runner.start(job));
  }

  /**
   * Plays a turn, after the base's answer has left. `budget` in ms, from the call. Calls `done` once, unless the game
   * is forgotten.
   */
  follow(job: TurnJob, budget: number, done: (turn: ShadowAnswer) => void): void {
    const { key, text } = job;
    this.#takeWaiting(key)?.done?.({ kind: 'skipped' });
    if (this.#waitingCharacters + text.length > MAX_WAITING_CHARACTERS) return done({ kind: 'skipped' });
    this.#waiting.set(key, { job, budget, done });
    this.#waitingCharacters += text.length;
    setImmediate(() => this.#askWhenIdle());
  }

  /**
   * Ends a game after its last turn. Calls `done` then, but only if that turn had not been answered yet and there was
   * room to keep the request.
   */
  end(job: TurnJob, done: () => void): void {
    const { key } = job;
    const end = () => this.#runner.end(job);
    if (this.#asked?.job.key !== key && !this.#waiting.has(key)) return void setImmediate(end);
    const characters = job.text.length;
    if (this.#waitingCharacters + characters > MAX_WAITING_CHARACTERS) return this.forget(key);
    this.#takeEnding(key);
    this.#waitingCharacters += characters;
    const finish = () => {
      end();
      done();
    };
    this.#endings.set(key, { finish, characters });
  }

  /** Forgets a game without calling the strategy. The answer to its last turn is dropped. */
  forget(key: string): void {
    for (const owed of [this.#asked, this.#waiting.get(key)]) if (owed?.job.key === key) owed.done = undefined;
    this.#takeWaiting(key);
    this.#takeEnding(key);
    this.#runner.forget(key);
  }

  status(): ChildStatus[] {
    return this.#runner.status();
  }

  /** The state of the server that answers for the candidate; absent without one. */
  upstream(): UpstreamStatus | undefined {
    return this.#runner.upstream?.();
  }

  close(): Promise<void> {
    this.#waiting.clear();
    this.#waitingCharacters = 0;
    this.#endings.clear();
    if (this.#asked !== undefined) this.#asked.done = undefined;
    return this.#runner.close();
  }

  #takeEnding(key: string) {
    const ending = this.#endings.get(key);
    this.#endings.delete(key);
    this.#waitingCharacters -= ending?.characters ?? 0;
    return ending;
  }

  #takeWaiting(key: string): PendingTurn | undefined {
    const owed = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#waitingCharacters -= owed?.job.text.length ?? 0;
    return owed;
  }

  #askWhenIdle(): void {
    if (this.#cores === undefined) return void this.#askNext();
    if (this.#waitsForIdle || this.#asked !== undefined || this.#waiting.size === 0) return;
    this.#waitsForIdle = true;
    this.#cores.whenIdle(() => {
      this.#waitsForIdle = false;
      void this.#askNext();
    });
  }

  async #askNext(): Promise<void> {
    const turn = this.#waiting.values().next().value;
    if (turn === undefined || this.#asked !== undefined) return;
    const { key } = turn.job;
    this.#takeWaiting(key);
    this.#asked = turn;
    const answer = await this.#ask(turn);
    this.#asked = undefined;
    turn.done?.(answer);
    if (!this.#waiting.has(key)) this.#finish(key);
    this.#askWhenIdle();
  }

  async #ask({ job, budget }: PendingTurn): Promise<ShadowAnswer> {
    if (this.#loopDelay() > MAX_LOOP_DELAY_MS) return { kind: 'skipped' };
    const from = performance.now();
    const outcome = await this.#runner.move(job, from + budget);
    const took = performance.now() - from;
    if (outcome.kind === 'moved') return { kind: 'moved', move: outcome.move.move, took };
    if (outcome.kind === 'delegated') {
      return { kind: 'moved', move: outcome.proposal?.move ?? safeMoveFor(job), took };
    }
    return { kind: outcome.kind, reason: outcome.reason, took };
  }

  #finish(key: string): void {
    this.#takeEnding(key)?.finish();
  }
}

/** The host's move for a snake that returns nothing. */
function safeMoveFor({ request }: TurnJob): Direction {
  const { position, seat } = toPosition(request);
  return safeMove(position, seat);
}
