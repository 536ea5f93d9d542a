/** The games of a duel on the platform: creates each once, one after the other, and awaits their results. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, type NewGame, type Platform } from '../../platform/platform.js';
import type { ContestGames } from '../contest/worker-shares.js';
import type { DuelGame, DuelTally } from './duel-tally.js';
import { afterCreation, afterRefusal, nextCreation } from './pace.js';
import { chooseStrangers, seatSnakes } from './strangers.js';

/** Interval between polls of the platform, in ms. */
const INTERVAL_MS = 15_000;
/** A game without a result is excluded after this time, in ms, whichever side is alive. */
const OVERDUE_MS = 30 * 60_000;
/** After this time, in ms, an unanswered creation has happened or never will. Clocks may differ by as much. */
const SETTLED_MS = 60_000;
/** After this many refusals in a row, the strangers are not the cause. */
const MAX_REFUSALS = 5;

const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);
/** The same key for the same snakes, in any seats. */
const toKey = (ids: readonly string[]) => ids.toSorted().join('\n');

type DuelState = Pick<DuelTally, 'games' | 'refused' | 'pace'>;

export interface DuelDeps {
  readonly platform: Pick<Platform, 'startGame' | 'listGames'>;
  readonly game: Omit<NewGame, 'snakes'>;
  /** The ids of base and candidate. */
  readonly sides: readonly [string, string];
  /** The ids of strangers, by preference, and how many play in a game. */
  readonly strangers: readonly string[];
  readonly perGame: number;
  /** Reads what is known of games, by id. `problem`: why not all could be read. */
  readonly read: ResultReader;
  /** Whether another duel has created this game. */
  readonly isKnown: (id: string) => boolean;
  /** Returns false if the state could not be saved. */
  readonly save: (state: DuelState) => boolean;
  readonly warn: (problem: string) => void;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export type KnownGame = Pick<DuelGame, 'score' | 'lost' | 'sides'>;

export type ResultReader = (games: readonly DuelGame[]) => Promise<{
  readonly known: ReadonlyMap<string, KnownGame>;
  readonly problem?: PlatformError;
}>;

/**
 * Guarantees that a game is saved before the platform is asked for it, and that nothing else is asked for until it is
 * known whether it exists: no game is created twice, even by a process that is killed.
 */
export class DuelGames implements ContestGames<number, DuelGame> {
  readonly pairsAhead = 36;
  failure: string | undefined;
  readonly #deps: Required<DuelDeps>;
  #state: DuelState;
  readonly #awaited = new Map<number, (games: readonly DuelGame[] | undefined) => void>();
  readonly #closed = new AbortController();
  #running: Promise<void> | undefined;
  #refusals = 0;

  constructor(deps: DuelDeps, { games, refused, pace }: DuelState) {
    this.#deps = { now: Date.now, wait, ...deps };
    this.#state = { games, refused, pace };
  }

  get state(): DuelState {
    return this.#state;
  }

  play([game]: readonly number[]): Promise<readonly DuelGame[] | undefined> {
    if (this.#closed.signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#awaited.set(game!, resolve);
      this.#running ??= this.#run();
      this.#running.catch(reject);
    });
  }

  /** Resolves when no request is in flight. Games on the platform continue. */
  async close(): Promise<void> {
    this.#stop();
    await this.#running;
  }

  #stop(): void {
    this.#closed.abort();
    for (const resolve of this.#awaited.values()) resolve(undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      try {
        await this.#readResults();
        while (!signal.aborted && (await this.#createGame()));
      } catch (thrown) {
        if (!(thrown instanceof PlatformError)) throw thrown;
        this.#deps.warn(thrown.message);
        if (thrown.status !== 401 && this.#refusals < MAX_REFUSALS) continue;
        this.failure = `The platform refuses all games: ${thrown.message}`;
        this.#stop();
      } finally {
        await this.#deps.wait(INTERVAL_MS, signal);
      }
    }
  }

  async #readResults(): Promise<void> {
    const open = this.#state.games.filter(({ id, score }) => id !== undefined && score === undefined);
    const { known, problem } = await this.#deps.read(open);
    const overdue = problem === undefined ? this.#deps.now() - OVERDUE_MS : -Infinity;
    const games = this.#state.games.map((game) => {
      if (!open.includes(game)) return game;
      const found = { ...game, ...known.get(game.id!) };
      return found.score === undefined && game.at <= overdue ? { ...found, score: null } : found;
    });
    if (open.length > 0) this.#change({ games });
    for (const [number, resolve] of this.#awaited)
      if (games[number]?.score !== undefined) {
        this.#awaited.delete(number);
        resolve([games[number]]);
      }
    if (problem !== undefined) throw problem;
  }

  /** Creates the next game if it is awaited and the pace allows it. Returns whether another one may follow at once. */
  async #createGame(): Promise<boolean> {
    const { platform, game, sides, strangers, perGame, now, warn } = this.#deps;
    const before = this.#state;
    const { games, refused, pace } = before;
    const last = games.at(-1);
    if (last !== undefined && last.id === undefined) return this.#settle(last);
    const at = now();
    if (!this.#awaited.has(games.length) || nextCreation(pace) > at) return false;
    const willing = strangers.filter((id) => !refused.includes(id));
    const chosen = chooseStrangers(willing, games, perGame, at);
    if (chosen.length === 0) warn('no stranger is left for today');
    if (chosen.length === 0) return false;
    const noted = { at, snakes: seatSnakes(sides, chosen, games.length) };
    if (!this.#change({ games: [...games, noted], pace: afterCreation(pace, at) })) {
      this.#state = before;
      return false;
    }
    try {
      const id = await platform.startGame({ ...game, snakes: noted.snakes });
      this.#refusals = 0;
      this.#change({ games: [...games, { ...noted, id }], pace: afterCreation(pace, now()) });
      return true;
    } catch (thrown) {
      if (thrown instanceof PlatformError) this.#refuse(thrown, games, chosen);
      throw thrown;
    }
  }

  /** Takes the last game back if the platform has surely not created it, and replaces strangers that it refuses. */
  #refuse({ status = 0, busyFor, message }: PlatformError, games: DuelState['games'], strangers: string[]): void {
    const { refused, pace } = this.#state;
    if (busyFor !== undefined) this.#change({ games, pace: afterRefusal(pace, this.#deps.now(), busyFor) });
    else if (status >= 400) {
      this.#refusals++;
      const named = strangers.filter((id) => message.includes(id));
      this.#change({ games, refused: [...refused, ...(named.length > 0 ? named : strangers)] });
    }
  }

  /** Finds out whether the platform has created the last game, whose creation it has not answered. */
  async #settle(last: DuelGame): Promise<boolean> {
    const { platform, sides, isKnown, now } = this.#deps;
    const games = this.#state.games.slice(0, -1);
    const known = new Set(games.map(({ id }) => id));
    const found = (await platform.listGames(sides[0])).findLast(({ id, snakes, created_at: created }) => {
      const isSame = toKey(snakes.map((snake) => snake.id)) === toKey(last.snakes);
      return isSame && !(Date.parse(created) < last.at - SETTLED_MS) && !known.has(id) && !isKnown(id);
    });
    if (found === undefined && Math.abs(now() - last.at) < SETTLED_MS) return false;
    this.#change({ games: found === undefined ? games : [...games, { ...last, id: found.id }] });
    return true;
  }

  #change(state: Partial<DuelState>): boolean {
    this.#state = { ...this.#state, ...state };
    return this.#deps.save(this.#state);
  }
}
