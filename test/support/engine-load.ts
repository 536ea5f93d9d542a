/** Games that an engine plays over HTTP all the time, and what the journal has to say about them afterwards. */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { createIds } from '../../src/arena/game/game-ids.js';
import { gameIdOf } from '../../src/journal/store/game-id.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createArenaEngine, fatesOf } from './arena-engine.js';

/** Pause of the engine after each turn, in ms: engines wait for snakes on other machines, too. */
const PAUSE_MS = 15;
/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 20_000;

/** A game of one seat as the engine saw it. */
interface SeenGame {
  readonly id: string;
  readonly moves: readonly (readonly [turn: number, move: string])[];
  readonly fate: string;
}

export interface EngineLoadOptions {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The prefix of each seat, without one twice. */
  readonly seats: readonly string[];
  /** Games at once. */
  readonly lanes: number;
  /** Begins the id of each game. */
  readonly name: string;
}

/** Begins to play. The games are those of the platform's engine, which sends every request in order. */
export function startEngineLoad({ url, seats, lanes, name }: EngineLoadOptions): EngineLoad {
  const engine = createArenaEngine('arena');
  const seen: SeenGame[] = [];
  const ending = new AbortController();
  const playOne = async (game: string) => {
    const ids = { ...createIds(game, seats.length), game };
    const moves = seats.map((): [number, string][] => []);
    const played = async ({ frame, ...turn }: { frame: { turn: number }; moves: readonly (string | undefined)[] }) => {
      for (const [seat, move] of turn.moves.entries()) if (move !== undefined) moves[seat]!.push([frame.turn, move]);
      await wait(PAUSE_MS);
    };
    const options = { ids, seed: game, timeout: TIMEOUT, maxTurns: 60, watchers: [{ played }] };
    const result = await engine.play(
      seats.map((prefix) => `${url}${prefix}`),
      options,
    );
    for (const [seat, snake] of seats.entries()) {
      const id = gameIdOf({ snake, game, you: ids.snakes[seat]! });
      seen.push({ id, moves: moves[seat]!, fate: fatesOf(result)[seat]! });
    }
  };
  const playLane = async (lane: number) => {
    for (let number = 0; !ending.signal.aborted; number++) await playOne(`${name} ${lane} ${number}`);
  };
  const all = Promise.all(Array.from({ length: lanes }, (_, lane) => playLane(lane)));
  return {
    seen,
    async end() {
      ending.abort();
      await all;
      engine.close();
    },
  };
}

/** Games under way. */
export interface EngineLoad {
  /** The games that have ended. */
  readonly seen: readonly SeenGame[];
  /** Plays the games that are under way to their end. */
  end(): Promise<void>;
}

/** Expects a journal to have all these games and no others, and of each every turn once, as the engine saw them. */
export async function expectAllKept(place: string, seen: readonly SeenGame[]): Promise<void> {
  const journal = await SqlJournal.read(place);
  try {
    for (const { id, moves, fate } of seen) {
      const kept = await journal.findGame(id);
      expect(kept, id).not.to.equal(undefined);
      expect(
        kept!.list.map(({ turn, answer }) => [turn, answer.move]),
        id,
      ).to.deep.equal(moves);
      expect([kept!.result, kept!.lost], id).to.deep.equal([fate, 0]);
    }
    const { lines } = await journal.report({});
    expect(lines.reduce((sum, { games }) => sum + games, 0)).to.equal(seen.length);
  } finally {
    await journal.close();
  }
}
