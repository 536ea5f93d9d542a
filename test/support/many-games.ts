/** Many games at once over HTTP, one after the other in each slot, and what every answer said. */
import { setTimeout as wait } from 'node:timers/promises';
import { DIALECTS } from '../../src/arena/game/dialects.js';
import type { ArenaSnake, Reply, SnakeRequest } from '../../src/arena/game/arena-snake.js';
import { createIds } from '../../src/arena/game/play-options.js';
import { play } from '../../src/arena/game/play.js';
import type { Watcher } from '../../src/arena/game/watcher.js';
import { Connections } from '../../src/exchange/exchange.js';
import { RemoteSnake } from '../../src/arena/snakes/remote-snake.js';
import { ranksOf } from '../../src/stats/rank-score.js';
import type { GameEnding } from '../../src/snakes/snake-report.js';
import { fatesOf } from './arena-engine.js';
import type { Direction } from '../../src/rules/types.js';

/** What the strategy of `circle.js` says of itself. */
export interface Told {
  readonly host: string;
  readonly side: string;
  /** Moves that it remembers, this one included. */
  readonly moves: number;
  readonly resumed: boolean;
}

/** A turn as the engine saw it. */
export interface OverheadSample {
  readonly turn: number;
  /** Absent if the turn was lost. */
  readonly move: Direction | undefined;
  /** Absent if it was not the strategy that answered. */
  readonly told: Told | undefined;
  readonly problem: string | undefined;
  /** When the engine asked, by `performance.now()`. */
  readonly sentAt: number;
  /** The time until the answer, in ms. */
  readonly took: number;
}

/** One of the snakes of a game. */
export interface SeenSeat {
  readonly prefix: string;
  readonly you: string;
  readonly turns: OverheadSample[];
  /** Both once the game is over. */
  fate: GameEnding | undefined;
  rank: number | undefined;
}

export interface SeenGame {
  readonly id: string;
  readonly seats: readonly SeenSeat[];
  /** What went wrong outside of turns. */
  readonly remarks: string[];
}

export interface ManyGamesOptions {
  /** Where the hosts are reached. */
  readonly url: string;
  /** By seat. */
  readonly prefixes: readonly string[];
  /** Games at once. */
  readonly atOnce: number;
  /** Part of all ids. */
  readonly seed: string;
  /** In ms. */
  readonly timeout: number;
  /** Least time from one turn of a game to the next, in ms: engines show games to people. */
  readonly pace: number;
}

/** The games that are played at once begin one after the other, within this many turns. */
const FIRST_TURNS = 10;

/** An engine that keeps a number of games running until {@link ManyGames.finish}. */
export class ManyGames {
  readonly games: SeenGame[] = [];
  readonly #options: ManyGamesOptions;
  readonly #connections = new Connections();
  readonly #slots: Promise<unknown>;
  #isFinishing = false;
  #mayEnd: Promise<void> = Promise.resolve();
  /** How many times `/end` was sent. */
  ends = 0;

  constructor(options: ManyGamesOptions) {
    this.#options = options;
    this.#slots = Promise.all(Array.from({ length: options.atOnce }, (_, slot) => this.#playOn(slot)));
    // `finish` rejects with it.
    this.#slots.catch(() => {});
  }

  /** All turns so far. */
  get turns(): number {
    return this.games.reduce((sum, { seats }) => sum + seats.reduce((all, { turns }) => all + turns.length, 0), 0);
  }

  /** Sends no `/end` until the function is called that it returns; those on their way are answered. */
  holdEnds(): () => void {
    let release: (() => void) | undefined;
    this.#mayEnd = new Promise((resolve) => (release = resolve));
    return () => release?.();
  }

  /** Begins no more games. Resolves when the running ones are over. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await this.#slots;
    this.#connections.close();
  }

  async #playOn(slot: number): Promise<void> {
    const { pace, atOnce } = this.#options;
    await wait((slot / atOnce) * pace * FIRST_TURNS);
    while (!this.#isFinishing) await this.#playOne();
  }

  async #playOne(): Promise<void> {
    const { url, prefixes, seed, timeout, pace } = this.#options;
    const ids = createIds(`${seed} ${this.games.length}`, prefixes.length);
    const toSeat = (prefix: string, seat: number): SeenSeat => {
      return { prefix, you: ids.snakes[seat]!, turns: [], fate: undefined, rank: undefined };
    };
    const seats = prefixes.map(toSeat);
    const seen: SeenGame = { id: ids.game, seats, remarks: [] };
    this.games.push(seen);
    const dialect = DIALECTS.arena;
    const participants = seats.map((seat) => {
      const snake = new RemoteSnake({ url: new URL(url + seat.prefix), dialect, connections: this.#connections });
      return { snake: this.#record(snake, seat, pace), name: seat.prefix };
    });
    const watcher: Watcher = { remarked: (_, remark) => void seen.remarks.push(remark) };
    const settings = { foodSpawnChance: 0, minimumFood: 0 };
    const result = await play({ seed: ids.game, ids, participants, dialect, settings, timeout, watchers: [watcher] });
    const ranks = ranksOf(seats.map((_, seat) => result.deaths.find((one) => one.seat === seat)?.turn ?? Infinity));
    for (const [seat, fate] of fatesOf(result).entries()) Object.assign(seats[seat]!, { fate, rank: ranks[seat] });
  }

  #record(snake: ArenaSnake, { turns }: SeenSeat, pace: number): ArenaSnake {
    return {
      introduce: (timeout) => snake.introduce(timeout),
      start: (request) => snake.start(request),
      end: async (request) => {
        await this.#mayEnd;
        this.ends++;
        return snake.end(request);
      },
      async move(request: SnakeRequest): Promise<Reply> {
        // Not after the last turn: an engine sends the end of a game at once.
        await wait(Math.max(0, (turns.at(-1)?.sentAt ?? 0) + pace - performance.now()));
        const sentAt = performance.now();
        const reply = await snake.move(request);
        const { move, shout, problem, took } = reply;
        // Without a shout it is the host's own move.
        const told = shout === '' ? undefined : (JSON.parse(shout) as Told);
        turns.push({ turn: turns.length, move, told, problem, sentAt, took });
        return reply;
      },
    };
  }
}
