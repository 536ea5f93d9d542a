/** An engine as small as it gets: one snake walks as it answers, over HTTP, and every answer is held against the clock. */
import { expect } from 'chai';
import { DIRECTIONS, type Coordinate, type Direction } from '../../src/rules/types.js';

export interface EngineSketch {
  /** Where the snake stands: `http://127.0.0.1:8000/greedy`. */
  readonly url: string;
  readonly game?: string;
  readonly you?: string;
  /** The engine's allowance in ms. */
  readonly timeout?: number;
  /** Put over the body of each request. */
  readonly body?: (body: GameBody) => object;
}

export interface GameBody {
  readonly game: object;
  readonly turn: number;
  readonly board: { readonly snakes: readonly object[] };
  readonly you: object;
}

/** What came back for a `/move`. */
export interface Reply {
  readonly move: Direction;
  readonly shout?: string;
  /** From the first byte sent to the last received, in ms. */
  readonly took: number;
}

/** On a wrapped board a walk in one direction has no end. */
const SIDE = 25;
const STEPS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] } as const;
let games = 0;

export class EngineGame {
  readonly game: string;
  readonly you: string;
  readonly #sketch: EngineSketch;
  #body: Coordinate[] = [{ x: 12, y: 12 }, { x: 12, y: 11 }, { x: 12, y: 10 }]; // prettier-ignore
  #latency = '0';
  turn = 0;

  constructor(sketch: EngineSketch) {
    this.#sketch = sketch;
    this.game = sketch.game ?? `game-${++games}`;
    this.you = sketch.you ?? 'me';
  }

  async start(): Promise<void> {
    expect(await this.post('start')).to.equal('{}');
  }

  /** Asks for a move, expects a valid one in time, and plays it. */
  async move(): Promise<Reply> {
    const sent = performance.now();
    const text = await this.post('move');
    const took = performance.now() - sent;
    const { move, shout } = JSON.parse(text) as Reply;
    expect(DIRECTIONS).to.include(move);
    expect(took).to.be.below(this.#timeout);
    this.step(move, took);
    return { move, took, ...(shout !== undefined && { shout }) };
  }

  async end(): Promise<void> {
    expect(await this.post('end')).to.equal('{}');
  }

  /** The snake goes there, and the next turn begins. */
  step(move: Direction, latency: number): void {
    const [dx, dy] = STEPS[move];
    const { x, y } = this.#body[0]!;
    this.#body = [{ x: (x + dx + SIDE) % SIDE, y: (y + dy + SIDE) % SIDE }, ...this.#body.slice(0, -1)];
    this.#latency = latency.toFixed(0);
    this.turn += 1;
  }

  async post(action: 'start' | 'move' | 'end'): Promise<string> {
    const response = await fetch(`${this.#sketch.url}/${action}`, {
      method: 'POST',
      body: JSON.stringify(this.body()),
    });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^application\/json/);
    expect(response.headers.has('content-length')).to.be.true;
    return await response.text();
  }

  body(): object {
    const body = this.#body;
    const you = { id: this.you, name: this.you, health: 90, body, head: body[0], length: body.length };
    const snake = { ...you, latency: this.#latency, shout: '' };
    const whole = {
      game: { id: this.game, ruleset: { name: 'wrapped', version: 'cli' }, timeout: this.#timeout },
      turn: this.turn,
      board: { width: SIDE, height: SIDE, food: [], hazards: [], snakes: [snake] },
      you: snake,
    };
    return this.#sketch.body?.(whole) ?? whole;
  }

  get #timeout(): number {
    return this.#sketch.timeout ?? 1000;
  }
}
