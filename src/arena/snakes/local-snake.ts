/** A mounted snake in the arena: it gets each request in this process, as it would from the network. */
import type { Arrival, Mount } from '../../snakes/mount.js';
import type { Direction } from '../../rules/types.js';
import type { GameRequest } from '../../wire/resources.js';
import type { ArenaSnake, Introduction, Reply, SnakeRequest } from '../game/arena-snake.js';

/**
 * A participant behind a mount, which it does not own: its caller closes the mount.
 *
 * The reported latency is always 0: with measured values, two games with the same seed would differ. A mount always
 * answers in time, so a local snake never times out.
 */
export class LocalSnake implements ArenaSnake {
  readonly #mount: Mount;
  readonly ponder: ArenaSnake['ponder'];

  /** @param ponder lets it ponder after an answered move (default: never). */
  constructor(mount: Mount, ponder?: (request: GameRequest, move: Direction) => Promise<void>) {
    this.#mount = mount;
    this.ponder = ponder && ((request, move) => ponder(request.toObject(), move));
  }

  introduce(): Introduction {
    return { info: this.#mount.info };
  }

  start(request: SnakeRequest): undefined {
    this.#mount.start(request.toObject(), new LocalArrival(request));
  }

  async move(request: SnakeRequest): Promise<Reply> {
    const answer = await this.#mount.answer(request.toObject(), new LocalArrival(request));
    const { move, shout = '', took, found, note } = answer;
    const reply = { move, shout, latency: 0, took, found, note };
    if (answer.kind === 'moved') return answer.isDelegated ? { ...reply, isDelegated: true } : reply;
    const { kind, fallback } = answer;
    return { ...reply, failure: kind, fallback, problem: `${kind}: ${answer.reason}` };
  }

  end(request: SnakeRequest): undefined {
    this.#mount.end(request.toObject(), new LocalArrival(request));
  }
}

/** Few strategies read the raw body, so it is built on demand. */
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
