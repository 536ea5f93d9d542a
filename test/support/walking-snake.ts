/** The smallest engine: over HTTP it moves one snake as it answers on a wrapped board, and expects answers in time. */
import { expect } from 'chai';
import { DIRECTIONS, type Coordinate, type Direction } from '../../src/rules/types.js';

interface WalkingOptions {
  /** The address of the snake, for example `http://127.0.0.1:8000/greedy`. */
  readonly url: string;
  readonly game?: string;
  readonly you?: string;
  /** Time allowed for an answer, in ms. */
  readonly timeout?: number;
  /** What an answer may take beyond that, in ms, because the machine is busy (default: 0). */
  readonly allowance?: number;
  /** Changes the body of each request. */
  readonly body?: (body: WalkingBody) => object;
}

/** The parts of a body that tests change. */
export interface WalkingBody {
  readonly game: object;
  readonly turn: number;
  readonly board: { readonly snakes: readonly object[] };
  readonly you: object;
}

/** An answer to `/move`. */
export interface TimedMove {
  readonly move: Direction;
  readonly shout?: string;
  /** From sending the request to the end of the answer, in ms. */
  readonly took: number;
}

/** Side of the board. Because it wraps around, a walk in one direction never ends. */
const SIDE = 25;
const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] } as const;
let games = 0;

/** Sends the requests of one game for one snake, and fails the test if an answer is late or not valid. */
export class WalkingSnake {
  readonly game: string;
  readonly you: string;
  readonly #options: WalkingOptions;
  #cells: Coordinate[] = [12, 11, 10].map((y) => ({ x: 12, y }));
  #latency = '0';
  turn = 0;

  constructor(options: WalkingOptions) {
    this.#options = options;
    this.game = options.game ?? `game-${++games}`;
    this.you = options.you ?? 'me';
  }

  async start(): Promise<void> {
    expect(await this.post('start')).to.equal('{}');
  }

  /** Asks for a move, expects a valid one in time, and plays it. */
  async move(): Promise<TimedMove> {
    const sent = performance.now();
    const text = await this.post('move');
    const took = performance.now() - sent;
    const { move, shout } = JSON.parse(text) as TimedMove;
    expect(DIRECTIONS).to.include(move);
    expect(took).to.be.below(this.#timeout + (this.#options.allowance ?? 0));
    this.step(move, took);
    return { move, took, ...(shout !== undefined && { shout }) };
  }

  async end(): Promise<void> {
    expect(await this.post('end')).to.equal('{}');
  }

  /** Moves the snake one cell and begins the next turn. `latency` of the answer, in ms. */
  step(move: Direction, latency: number): void {
    const [dx, dy] = STEPS[move];
    const { x, y } = this.#cells[0]!;
    this.#cells = [{ x: (x + dx + SIDE) % SIDE, y: (y + dy + SIDE) % SIDE }, ...this.#cells.slice(0, -1)];
    this.#latency = latency.toFixed(0);
    this.turn += 1;
  }

  async post(action: 'start' | 'move' | 'end'): Promise<string> {
    const response = await fetch(`${this.#options.url}/${action}`, {
      method: 'POST',
      body: JSON.stringify(this.body()),
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^application\/json/);
    expect(response.headers.has('content-length')).to.be.true;
    return await response.text();
  }

  /** The body of this turn's request. */
  body(): object {
    const body = this.#cells;
    const snake = {
      id: this.you,
      name: this.you,
      health: 90,
      body,
      head: body[0],
      length: body.length,
      latency: this.#latency,
      shout: '',
    };
    const whole = {
      game: { id: this.game, ruleset: { name: 'wrapped', version: 'cli' }, timeout: this.#timeout },
      turn: this.turn,
      board: { width: SIDE, height: SIDE, food: [], hazards: [], snakes: [snake] },
      you: snake,
    };
    return this.#options.body?.(whole) ?? whole;
  }

  get #timeout(): number {
    return this.#options.timeout ?? 1000;
  }
}
