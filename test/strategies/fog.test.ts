import { expect } from 'chai';
import type { ArenaSnake, Reply, SnakeRequest } from '../../src/arena/game/arena-snake.js';
import { play } from '../../src/arena/game/play.js';
import { legalMoves } from '../../src/rules/toolkit/moves.js';
import type { MountedSnake } from '../../src/snakes/mounted-snake.js';
import { parseRequest } from '../../src/wire/reader.js';
import { toPosition } from '../../src/wire/to-position.js';
import { Fog } from '../support/fogged.js';
import { mountExports, SHIPPED } from '../support/local-snakes.js';

/** Plays in fog, and keeps what went wrong. */
class FoggedSnake implements ArenaSnake {
  readonly faults: string[] = [];
  moves = 0;
  readonly #mounted: MountedSnake;
  readonly #isReckless: boolean;
  #fog = new Fog(0);

  /** @param isReckless whether the strategy also moves where it dies. */
  constructor(name: string, isReckless: boolean) {
    this.#mounted = mountExports(name, SHIPPED[name]!);
    this.#isReckless = isReckless;
  }

  introduce() {
    return { info: {} };
  }

  start(request: SnakeRequest): undefined {
    this.#fog = new Fog(5);
    this.#mounted.start(...this.#seen(request));
  }

  async move(request: SnakeRequest): Promise<Reply> {
    const [seen, arrival] = this.#seen(request);
    const { kind, move, ...why } = await this.#mounted.answer(seen, arrival);
    this.moves += 1;
    const { position, seat } = toPosition(request.toObject());
    const legal = legalMoves(position, seat);
    const isLegal = this.#isReckless || legal.length === 0 || legal.includes(move);
    // A busy machine may be late.
    if ((kind !== 'moved' && kind !== 'late') || !isLegal)
      this.faults.push(`${kind} ${move} of ${legal.join()} ${JSON.stringify(why)} ${arrival.text}`);
    return { move, shout: '', latency: 0, took: 0 };
  }

  end(request: SnakeRequest): undefined {
    this.#mounted.end(...this.#seen(request));
  }

  close(): Promise<void> {
    return this.#mounted.close();
  }

  #seen(request: SnakeRequest) {
    const text = this.#fog.over(request.text);
    return [parseRequest(text), { text, at: performance.now() }] as const;
  }
}

describe('every strategy', () => {
  for (const name of Object.keys(SHIPPED)) {
    it(`plays in fog of war: ${name}`, async () => {
      const seats = [name, 'greedy', 'cautious', 'hunter'].map((each) => new FoggedSnake(each, each === 'constant'));
      const participants = seats.map((snake, seat) => ({ snake, name: `${seat}` }));
      for (const ruleset of ['standard', 'wrapped'] as const) {
        const size = { width: 15, height: 15 };
        await play({ ruleset, seed: name, participants, maxTurns: 20, timeout: 30, ...size });
      }
      for (const snake of seats) await snake.close();
      expect(seats.flatMap(({ faults }) => faults)).to.deep.equal([]);
      expect(seats[0]!.moves).to.be.greaterThan(5);
    });
  }
});
