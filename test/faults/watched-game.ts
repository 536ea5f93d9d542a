/** The game during every fault: an engine that plays one game after another over HTTP and counts lost turns. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WatcherTurn } from '../../src/arena/game/watcher.js';
import { createArenaEngine } from '../support/arena-engine.js';

/** Time that the engine allows for an answer, in ms. */
export const TIMEOUT_MS = 500;
/** Pause after each turn, so that the engine leaves the machine to the host, in ms. */
const PAUSE_MS = 10;
const TURNS_LIMIT_MS = 20_000;
/** Short games: each begins with new connections of the snakes' games. */
const MAX_TURNS = 100;

/** Plays games between the snakes of a host until it is stopped. */
export class WatchedGame {
  readonly #engine = createArenaEngine('cli');
  readonly #stop = new AbortController();
  readonly #playing: Promise<void>;
  readonly #urls: readonly string[];
  readonly #seed: string;
  /** The ids of all games so far. */
  readonly games = new Set<string>();
  /** Duration of every answer of a snake that does not think until its deadline, in ms. */
  readonly took: number[] = [];
  /** Turns asked for. */
  asked = 0;
  /** What went wrong, as sentences: each is a lost turn, or a start or end that was not answered. */
  readonly lost: string[] = [];

  /** `prefixes` are the snakes' paths on the host; one that thinks until its deadline is `/thinks`. */
  constructor(url: string, prefixes: readonly string[], seed: string) {
    this.#urls = prefixes.map((prefix) => url + prefix);
    this.#seed = seed;
    this.#playing = this.#play();
  }

  /** Resolves when `turns` more turns were asked for, or when that hangs. Returns whether they were. */
  async plays(turns: number): Promise<boolean> {
    const goal = this.asked + turns;
    const deadline = performance.now() + TURNS_LIMIT_MS;
    while (this.asked < goal && performance.now() < deadline) await wait(5);
    return this.asked >= goal;
  }

  /** Stops the game where it is, and closes the connections. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#playing;
    this.#engine.close();
  }

  async #play(): Promise<void> {
    const { signal } = this.#stop;
    for (let game = 0; !signal.aborted; game++) {
      await this.#engine.play(this.#urls, {
        seed: `${this.#seed} ${game}`,
        timeout: TIMEOUT_MS,
        maxTurns: MAX_TURNS,
        signal,
        watchers: [
          {
            began: (view) => void this.games.add(view.game.id),
            played: (turn) => this.#count(turn),
            remarked: (_seat, remark) => void (signal.aborted || this.lost.push(remark)),
          },
        ],
      });
    }
  }

  async #count({ frame, replies }: WatcherTurn): Promise<void> {
    for (const [seat, reply] of replies.entries()) {
      if (reply === undefined) continue;
      this.asked += 1;
      if (!this.#urls[seat]!.endsWith('/thinks')) this.took.push(reply.took);
      if (reply.move === undefined && !this.#stop.signal.aborted)
        this.lost.push(`turn ${frame.turn} of ${this.#urls[seat]}: ${reply.problem}`);
    }
    await wait(PAUSE_MS);
  }
}
