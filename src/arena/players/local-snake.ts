/** A mounted snake in the arena: asked in this process, on the same way as by the network. */
import type { Arrival, Mount } from '../../snakes/mount.js';
import type { ArenaSnake, Introduction, SnakeRequest, Reply } from '../game/arena-snake.js';

/**
 * What is told of its latency is always 0: it does not travel, and what was measured would make every run of a game with
 * the same seed another one. A mount always answers in time, so it never counts as timed out.
 */
export class LocalSnake implements ArenaSnake {
  readonly #mount: Mount;

  constructor(mount: Mount) {
    this.#mount = mount;
  }

  introduce(): Introduction {
    return { info: this.#mount.info };
  }

  start(request: SnakeRequest): undefined {
    this.#mount.start(request.toObject(), new LocalArrival(request));
  }

  async move(request: SnakeRequest): Promise<Reply> {
    const answer = await this.#mount.answer(request.toObject(), new LocalArrival(request));
    const { move, shout = '', took } = answer;
    if (answer.kind === 'moved') return { move, shout, latency: 0, took };
    return { move, shout, latency: 0, took, failure: answer.kind, problem: `${answer.kind}: ${answer.reason}` };
  }

  end(request: SnakeRequest): undefined {
    this.#mount.end(request.toObject(), new LocalArrival(request));
  }
}

/** Few strategies ever look at the text, so it is not made before one does. */
class LocalArrival implements Arrival {
  readonly at = performance.now();
  readonly #request: SnakeRequest;

  constructor(request: SnakeRequest) {
    this.#request = request;
  }

  get text(): string {
    return this.#request.text;
  }
}
