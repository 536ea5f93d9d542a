/** An engine that looks at one server: how it asks, and what it measures. The checks of a server share it. */
import { SnakeRequest } from '../../arena/game/arena-snake.js';
import { DIALECTS, type EngineDialect } from '../../arena/game/dialects.js';
import type { Participant } from '../../arena/game/play-options.js';
import { Connections } from '../../exchange/exchange.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import type { Direction } from '../../rules/types.js';
import type { Board, Game, Snake } from '../../wire/resources.js';
import { PhaseMeter } from './phases.js';

/** A body as an engine may send it. It may lack what engines leave out, and have what they do not. */
export interface EngineBody {
  readonly game: object;
  readonly turn: number;
  readonly board: object;
  readonly you: object;
}

export interface Asked {
  /** Absent after `/start` and `/end`, and if no valid move came. */
  readonly move?: Direction | undefined;
  /** A sentence without its full stop that begins with the action; absent if an engine would be content. */
  readonly problem?: string | undefined;
  /** In ms. */
  readonly took: number;
}

/** Checks wait this many times as long as an engine, to say how late an answer is. */
const ALLOWANCE = 4;

/** Owns the connections to one server, and what was measured on them. Close it when all checks are done. */
export class EngineSession {
  readonly url: URL;
  /** What engines allow for a turn, in ms. */
  readonly timeout: number;
  /** Of all requests of the games. */
  readonly meter = new PhaseMeter();
  readonly connections = new Connections();

  constructor(url: URL, timeout: number) {
    this.url = url;
    this.timeout = timeout;
  }

  /** Time in which an answer is waited for, in ms. */
  get allowance(): number {
    return ALLOWANCE * this.timeout;
  }

  /** The server's snake, for a game of an engine. */
  participant(dialect: EngineDialect): Participant {
    return { snake: this.#snake(dialect), name: 'doctor' };
  }

  /** Asks as the platform does. */
  async ask(action: 'start' | 'move' | 'end', body: EngineBody): Promise<Asked> {
    const began = performance.now();
    const request = this.#toRequest(body);
    const snake = this.#snake(DIALECTS.arena);
    const { move, problem } =
      action === 'move' ? await snake.move(request) : { move: undefined, problem: await snake[action](request) };
    const took = performance.now() - began;
    if (problem !== undefined) return { problem: withAction(action, problem), took };
    if (took < this.timeout) return { move, took };
    return { move, problem: `/${action} answered after ${Math.round(took)} ms of ${this.timeout}`, took };
  }

  close(): void {
    this.connections.close();
  }

  #snake(dialect: EngineDialect): RemoteSnake {
    return new RemoteSnake({ url: this.url, dialect, connections: this.connections, onRequest: this.meter.observe });
  }

  /** The request says what the engine allows; the check waits longer. */
  #toRequest({ game, turn, board, you }: EngineBody): SnakeRequest {
    const sentGame = { ...game, timeout: this.timeout };
    const announced = { game: { timeout: this.allowance } as Game, sentGame };
    return new SnakeRequest(announced, { turn, board: board as Board, snakes: [] }, you as Snake);
  }
}

/** Moves report problems without their action, `start` and `end` with it. */
export function withAction(action: string, problem: string): string {
  return problem.startsWith('/') ? problem : `/${action} ${problem}`;
}
