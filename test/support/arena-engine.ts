/** The engines of tests: they play games over HTTP in the dialect of the public arena or the official command line. */
import { DIALECTS } from '../../src/arena/game/dialects.js';
import { play } from '../../src/arena/game/play.js';
import type { Participant, PlayOptions } from '../../src/arena/game/play-options.js';
import type { EngineResult } from '../../src/arena/game/watcher.js';
import { Connections } from '../../src/exchange/exchange.js';
import { RemoteSnake } from '../../src/arena/snakes/remote-snake.js';
import type { GameEnding } from '../../src/snakes/snake-report.js';

export interface ArenaEngine {
  /** Plays a game between the snakes behind these URLs, by seat; one URL may take several seats. */
  play(urls: readonly (string | URL)[], options?: EngineOptions): Promise<EngineResult>;
  /**
   * Plays such a game until the end of turn `turn`, and then stops without sending `/end`, as if the engine had
   * crashed.
   */
  crash(urls: readonly (string | URL)[], turn: number, options?: EngineOptions): Promise<void>;
  /** Cuts its connections. */
  close(): void;
}

export type EngineOptions = Partial<Omit<PlayOptions, 'participants' | 'dialect'>> & {
  /** By seat. */
  readonly squads?: readonly string[];
  /** By seat (default: `snake 1`, `snake 2` …). */
  readonly names?: readonly string[];
};

class EngineCrash extends Error {}

export function createArenaEngine(engineName: Exclude<keyof typeof DIALECTS, 'serpentarium'>): ArenaEngine {
  const dialect = DIALECTS[engineName];
  const connections = new Connections();
  const toParticipant = (url: string | URL, seat: number, squad = '', name = `snake ${seat + 1}`): Participant => ({
    snake: new RemoteSnake({ url: new URL(url), dialect, connections }),
    name,
    squad,
  });
  const engine: ArenaEngine = {
    play(urls, { squads = [], names = [], ...options } = {}) {
      const participants = urls.map((url, seat) => toParticipant(url, seat, squads[seat], names[seat]));
      return play({ seed: 'engine', ...options, participants, dialect });
    },
    async crash(urls, turn, options = {}) {
      const watcher = {
        played({ frame }: { readonly frame: { readonly turn: number } }) {
          if (frame.turn === turn) throw new EngineCrash();
        },
      };
      const watchers = [...(options.watchers ?? []), watcher];
      const thrown = await engine.play(urls, { ...options, watchers }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(thrown instanceof EngineCrash)) throw thrown ?? new Error(`The game was over before turn ${turn}.`);
    },
    close: () => connections.close(),
  };
  return engine;
}

/**
 * How the game ended for each seat, as a host should infer it. A draw is a draw for the snakes that were alive on its
 * last turn; it is a loss for snakes that died before.
 */
export function fatesOf(result: EngineResult): Exclude<GameEnding, 'probe' | 'replayed'>[] {
  const { winners, survivors, deaths, turns, isDraw } = result;
  const count = survivors.length + deaths.length;
  return Array.from({ length: count }, (_, seat) => {
    if (count === 1) return 'solo';
    if (winners.includes(seat)) return 'win';
    const death = deaths.find((one) => one.seat === seat);
    return isDraw && (death?.turn ?? turns) === turns ? 'draw' : 'loss';
  });
}
