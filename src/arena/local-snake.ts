/** A mounted snake in the arena: asked in this process, on the same way as by the network. */
import type { Arrival, Mount } from '../snakes/mount.js';
import type { ArenaSnake, Introduction, Question, Reply } from './arena-snake.js';

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

  start(question: Question): undefined {
    this.#mount.start(question.request(), new LocalArrival(question));
  }

  async move(question: Question): Promise<Reply> {
    const answer = await this.#mount.answer(question.request(), new LocalArrival(question));
    const { move, shout = '', took } = answer;
    if (answer.kind === 'moved') return { move, shout, latency: 0, took };
    return { move, shout, latency: 0, took, failure: answer.kind, problem: `${answer.kind}: ${answer.reason}` };
  }

  end(question: Question): undefined {
    this.#mount.end(question.request(), new LocalArrival(question));
  }
}

/** Few strategies ever look at the text, so it is not made before one does. */
class LocalArrival implements Arrival {
  readonly at = performance.now();
  readonly #question: Question;

  constructor(question: Question) {
    this.#question = question;
  }

  get text(): string {
    return this.#question.text;
  }
}
