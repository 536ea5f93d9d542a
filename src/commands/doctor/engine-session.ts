/** An engine that tests one server: its requests, and their times. The checks of a server share it. */
import { SnakeRequest } from '../../arena/game/arena-snake.js';
import { DIALECTS, type EngineDialect } from '../../arena/game/dialects.js';
import type { Participant } from '../../arena/game/play-options.js';
import { Connections } from '../../exchange/exchange.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import type { Direction } from '../../rules/types.js';
import type { Board, Game, Snake } from '../../wire/resources.js';
import { PhaseMeter } from './phases.js';

/** A body as an engine may send it, with missing and additional fields. */
export interface EngineBody {
  readonly game: object;
  readonly turn: number;
  readonly board: object;
  readonly you: object;
}

export interface Asked {
  /** Absent after `/start` and `/end`, and without a valid move. */
  readonly move?: Direction | undefined;
  /** A sentence without its full stop that begins with the action; absent if an engine would accept the answer. */
  readonly problem?: string | undefined;
  /** In ms. */
  readonly took: number;
}

/** Checks wait this many timeouts, to report how late an answer is. */
const ALLOWANCE = 4;

/** Owns the connections to one server, and their measurements. Close it after all checks. */
export class EngineSession {
  readonly url: URL;
  /** The engine's timeout for a turn, in ms. */
  readonly timeout: number;
  /** Over all requests of the games. */
  readonly meter = new PhaseMeter();
  readonly connections = new Connections();

  constructor(url: URL, timeout: number) {
    this.url = url;
    this.timeout = timeout;
  }

  /** How long an answer is awaited, in ms. */
  get allowance(): number {
    return ALLOWANCE * this.timeout;
  }

  /** The server's snake, for a game of an engine. */
  participant(dialect: EngineDialect): Participant {
    return { snake: this.#snake(dialect), name: 'doctor' };
  }

  /** Sends a request as the platform does. */
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

  /** The request has the engine's timeout; the check waits longer. */
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
