/**
 * The engines of tests: games over HTTP as the public arena or the official command line plays them, against whatever
 * stands behind the URLs.
 */
import { DIALECTS } from '../../src/arena/game/dialects.js';
import { Connections } from '../../src/arena/players/exchange.js';
import { play } from '../../src/arena/game/play.js';
import { RemoteSnake } from '../../src/arena/players/remote-snake.js';
import type { PlayOptions } from '../../src/arena/game/play-options.js';
import type { EngineResult } from '../../src/arena/game/watcher.js';
import type { GameEnding as Fate } from '../../src/snakes/events.js';

export interface ArenaEngine {
  /** Plays a game between the snakes behind these URLs, seat by seat; the same URL may stand twice. */
  play(urls: readonly (string | URL)[], terms?: EngineTerms): Promise<EngineResult>;
  /** The same until the end of turn `turn`: then the engine crashes, without a word to anybody. */
  crash(urls: readonly (string | URL)[], turn: number, terms?: EngineTerms): Promise<void>;
  /** Cuts its connections. */
  close(): void;
}

export type EngineTerms = Partial<Omit<PlayOptions, 'entries' | 'dialect'>> & {
  /** By seat. */
  readonly squads?: readonly string[];
};

class Crash extends Error {}

export function createArenaEngine(dialect: Exclude<keyof typeof DIALECTS, 'serpentarium'>): ArenaEngine {
  const connections = new Connections();
  const enter = (urls: readonly (string | URL)[], squads: readonly string[]) =>
    urls.map((url, seat) => {
      const snake = new RemoteSnake({ url: new URL(url), dialect: DIALECTS[dialect], connections });
      return { snake, name: `snake ${seat + 1}`, squad: squads[seat] ?? '' };
    });
  const engine: ArenaEngine = {
    play: (urls, { squads = [], ...terms } = {}) =>
      play({ seed: 'engine', ...terms, participants: enter(urls, squads), dialect: DIALECTS[dialect] }),
    async crash(urls, turn, terms = {}) {
      const watcher = {
        played({ frame }: { readonly frame: { readonly turn: number } }) {
          if (frame.turn === turn) throw new Crash();
        },
      };
      const watchers = [...(terms.watchers ?? []), watcher];
      const thrown = await engine.play(urls, { ...terms, watchers }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(thrown instanceof Crash)) throw thrown ?? new Error(`The game was over before turn ${turn}.`);
    },
    close: () => connections.close(),
  };
  return engine;
}

/**
 * How each seat fared, as a host is to find out. A draw is drawn by those that were there at its end: they live on, or fell on
 * its last turn. So is a game for one.
 */
export function fatesOf({
  winners,
  survivors,
  deaths,
  turns,
  isDraw,
}: EngineResult): Exclude<Fate, 'probe' | 'replayed'>[] {
  const count = survivors.length + deaths.length;
  return Array.from({ length: count }, (_, seat) => {
    if (winners.includes(seat)) return 'win';
    const death = deaths.find((one) => one.seat === seat);
    return (isDraw || count === 1) && (death?.turn ?? turns) === turns ? 'draw' : 'loss';
  });
}
