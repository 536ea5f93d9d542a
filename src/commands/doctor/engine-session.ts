/** An engine that tests one server: its requests, and their times. The checks of a server share it. */
import { SnakeRequest } from '../../arena/game/arena-snake.js';
import { DIALECTS, type EngineDialect } from '../../arena/game/dialects.js';
import { Connections, type Action, type Failure } from '../../exchange/exchange.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import type { Direction } from '../../rules/types.js';
import type { Board, Game, Snake } from '../../wire/resources.js';
import { remedyFor, type Finding } from './finding.js';
import { PhaseMeter } from './phases.js';

/** A body as an engine may send it, with missing and additional fields. */
export interface EngineBody {
  readonly game: object;
  readonly turn: number;
  readonly board: object;
  readonly you: object;
}

/** A failed request: a sentence that begins with it, and what to do. */
export type Trouble = Required<Pick<Finding, 'message' | 'remedy'>>;

export interface Asked {
  /** Only after a valid `/move`. */
  readonly move?: Direction | undefined;
  /** Absent if an engine would accept the answer. */
  readonly failure?: Trouble | undefined;
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

  /** The server's snake, for a game of an engine. Its failures are added to the list. */
  snake(dialect: EngineDialect, failures: Trouble[]): RemoteSnake {
    const { url, connections, meter, timeout } = this;
    const onFailure = (failure: Failure, action?: Action): void => {
      const message = `${action === undefined ? 'GET' : `/${action}`} ${failure.problem}`;
      failures.push({ message, remedy: remedyFor(failure, timeout, action) });
    };
    return new RemoteSnake({ url, dialect, connections, onRequest: meter.observe, onFailure });
  }

  /** Sends a request as the platform does. */
  async ask(action: Action, body: EngineBody): Promise<Asked> {
    const failures: Trouble[] = [];
    const snake = this.snake(DIALECTS.arena, failures);
    const request = this.#toRequest(body);
    const began = performance.now();
    const move = action === 'move' ? (await snake.move(request)).move : void (await snake[action](request));
    const took = performance.now() - began;
    const [failure] = failures;
    if (failure !== undefined || took < this.timeout) return { move, failure, took };
    const message = `/${action} answered after ${Math.round(took)} ms of ${this.timeout}`;
    return { move, failure: { message, remedy: remedyFor({ kind: 'late' }, this.timeout, action) }, took };
  }

  close(): void {
    this.connections.close();
  }

  /** The request has the engine's timeout; the check waits longer. */
  #toRequest({ game, turn, board, you }: EngineBody): SnakeRequest {
    const sentGame = { ...game, timeout: this.timeout };
    const announced = { game: { timeout: this.allowance } as Game, sentGame };
    return new SnakeRequest(announced, { turn, board: board as Board, snakes: [] }, you as Snake);
  }
}
