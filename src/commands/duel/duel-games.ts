/** The games of a duel on the platform: creates each once, awaits their results, and counts them in their order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, type NewGame, type Platform } from '../../platform/platform.js';
import { evaluateSprt, type SprtParameters } from '../../stats/sprt.js';
import { sampleDuel, scoredGames, type DuelGame, type DuelTally } from './duel-tally.js';
import { afterRefusal, nextCreation } from './pace.js';
import { chooseStrangers, seatSnakes } from './strangers.js';

/** How often the platform is asked, in ms. */
const INTERVAL_MS = 15_000;
/** A game without a result for this long is excluded, whichever side lives. */
const OVERDUE_MS = 30 * 60_000;
/** Most games that are not counted yet: as many as may be created until the first one is overdue. */
const MOST_OPEN = 36;
/** After this long, an unanswered creation has happened or never will. The platform's clock may be slow by as much. */
const SETTLED_MS = 60_000;
/** A game that was created so much later than one was noted is another one, even if its clock is fast. */
const ANOTHER_MS = 10 * 60_000;
/** After so many refusals in a row, the strangers are not the reason. */
const MAX_REFUSALS = 5;

const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);
/** The same for the same snakes, on whatever seats. */
const toKey = (ids: readonly string[]) => ids.toSorted().join('\n');

export interface DuelDeps {
  readonly platform: Pick<Platform, 'startGame' | 'listGames'>;
  readonly game: Omit<NewGame, 'snakes'>;
  /** The ids of base and candidate. */
  readonly sides: readonly [string, string];
  /** The ids of strangers, in the order of preference, and how many play in a game. */
  readonly strangers: readonly string[];
  readonly perGame: number;
  readonly mostGames: number;
  readonly sprt: SprtParameters;
  readonly read: ResultReader;
  /** Returns false if the tally could not be saved. */
  readonly save: (tally: DuelTally) => boolean;
  readonly warn: (problem: string) => void;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** What is known of games, by id. */
export type KnownResults = Map<string, Pick<DuelGame, 'score' | 'lost' | 'sides'>>;

/** `problem`: why not all could be read. The signal ends it early. */
export type ResultReader = (
  games: readonly DuelGame[],
  signal: AbortSignal,
) => Promise<{
  readonly known: Readonly<KnownResults>;
  readonly problem?: PlatformError;
}>;

/**
 * Guarantees that a game is saved before the platform is asked for it, and that nothing else is asked for until it is
 * known whether it exists: no game is created twice, even by a process that is killed.
 */
export class DuelGames {
  tally: DuelTally;
  /** Why the platform plays no more games. */
  failure: string | undefined;
  /** Strangers that the platform has refused. They may be asked again when the duel continues. */
  readonly refused = new Set<string>();
  readonly #deps: Required<DuelDeps>;
  #refusals = 0;
  /** When all results were last read. */
  #read = -Infinity;

  /** @param tally where to begin */
  constructor(deps: DuelDeps, tally: DuelTally) {
    this.tally = tally;
    this.#deps = { now: Date.now, wait, ...deps };
  }

  get isOver(): boolean {
    const { mostGames, sprt } = this.#deps;
    if (this.tally.pairs >= mostGames) return true;
    return evaluateSprt(sampleDuel(scoredGames(this.tally)), sprt).verdict !== 'undecided';
  }

  /** Resolves when the duel is over, the signal aborts, or the platform refuses. Games on the platform continue. */
  async play(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isOver) {
      let pause = INTERVAL_MS;
      try {
        await this.#readResults(signal);
        while (!signal.aborted && !this.isOver && (await this.#createGame()));
        if (this.isOver) return;
      } catch (thrown) {
        if (!(thrown instanceof PlatformError)) throw thrown;
        this.#deps.warn(thrown.message);
        const areAllRefused = this.#refusals >= MAX_REFUSALS || this.refused.size >= this.#deps.strangers.length;
        if (thrown.status === 401 || areAllRefused) this.failure = `The platform refuses all games: ${thrown.message}`;
        if (this.failure !== undefined) return;
        pause = Math.max(pause, thrown.busyFor ?? 0);
      }
      await this.#deps.wait(pause, signal);
    }
  }

  async #readResults(signal: AbortSignal): Promise<void> {
    const now = this.#deps.now();
    this.tally = atPresent(this.tally, now);
    const open = this.tally.games.filter(({ id, score }) => id !== undefined && score === undefined);
    const { known, problem } = await this.#deps.read(open, signal);
    if (signal.aborted) return;
    // The first reading after a pause may come too early for the journal: it excludes nothing.
    const overdue = problem === undefined ? Math.min(this.#read, now) - OVERDUE_MS : -Infinity;
    const games = this.tally.games.map((game) => {
      if (!open.includes(game)) return game;
      const found = { ...game, ...known.get(game.id!) };
      return found.score === undefined && game.at <= overdue ? { ...found, score: null } : found;
    });
    this.tally = { ...this.tally, games };
    while (!this.isOver && games[this.tally.pairs]?.score !== undefined) {
      this.tally = { ...this.tally, pairs: this.tally.pairs + 1 };
    }
    if (open.length > 0) this.#deps.save(this.tally);
    if (problem !== undefined) throw problem;
    this.#read = now;
  }

  /** Creates the next game if the pace allows it. Returns whether another one may follow at once. */
  async #createGame(): Promise<boolean> {
    const { platform, game, sides, strangers, perGame, mostGames, now, warn } = this.#deps;
    const before = this.tally;
    const { games, pairs, pace } = before;
    const last = games.at(-1);
    if (last !== undefined && last.id === undefined) return this.#settle(last);
    const at = now();
    if (games.length >= Math.min(mostGames, pairs + MOST_OPEN) || nextCreation(games, pace) > at) return false;
    const willing = strangers.filter((id) => !this.refused.has(id));
    const chosen = chooseStrangers(willing, games, perGame, at);
    if (chosen.length === 0) {
      warn('no stranger is left for today');
      return false;
    }
    const noted = { at, snakes: seatSnakes(sides, chosen, games.length) };
    if (!this.#change({ games: [...games, noted] })) {
      this.tally = before;
      return false;
    }
    try {
      const id = await platform.startGame({ ...game, snakes: noted.snakes });
      this.#refusals = 0;
      this.#change({ games: [...games, { ...noted, at: now(), id }] });
      return true;
    } catch (thrown) {
      if (thrown instanceof PlatformError) this.#refuse(thrown, games, chosen);
      throw thrown;
    }
  }

  /** Takes the last game back if the platform has surely not created it, and replaces strangers that it refuses. */
  #refuse({ status = 0, busyFor, message }: PlatformError, games: DuelTally['games'], strangers: string[]): void {
    if (busyFor !== undefined)
      this.#change({ games, pace: afterRefusal(games, this.tally.pace, this.#deps.now(), busyFor) });
    else if (status >= 400) {
      this.#refusals++;
      const named = strangers.filter((id) => message.includes(id));
      for (const id of named.length > 0 ? named : strangers) this.refused.add(id);
      this.#change({ games });
    }
  }

  /** Finds out whether the platform has created the last game, whose creation it has not answered. */
  async #settle(last: DuelGame): Promise<boolean> {
    const games = this.tally.games.slice(0, -1);
    const known = new Set(games.map(({ id }) => id));
    const found = (await this.#deps.platform.listGames(this.#deps.sides[0])).findLast((game) => {
      const isSame = toKey(game.snakes.map(({ id }) => id)) === toKey(last.snakes);
      const later = Date.parse(game.created_at) - last.at;
      return isSame && !(later < -SETTLED_MS || later > ANOTHER_MS) && !known.has(game.id);
    });
    if (found === undefined && this.#deps.now() - last.at < SETTLED_MS) return false;
    this.#change({ games: found === undefined ? games : [...games, { ...last, id: found.id }] });
    return true;
  }

  #change(change: Partial<DuelTally>): boolean {
    this.tally = { ...this.tally, ...change };
    return this.#deps.save(this.tally);
  }
}

/** A last game in the future shows that the clock was put back: all moments are put back with it. */
function atPresent(tally: DuelTally, now: number): DuelTally {
  const { games, pace } = tally;
  const ahead = (games.at(-1)?.at ?? now) - now;
  if (ahead <= 0) return tally;
  const notBefore = pace.notBefore - ahead;
  return { ...tally, games: games.map((game) => ({ ...game, at: game.at - ahead })), pace: { ...pace, notBefore } };
}
