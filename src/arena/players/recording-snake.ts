/** Stands between a game of a match and the snake at one of its seats: counts, and says whom it calls. */
import type { EliminationCause } from '../../rules/types.js';
import type { ArenaSnake, Introduction, SnakeRequest, Reply } from '../game/arena-snake.js';
import type { CallName } from '../workers/call-trace.js';
import { stepOf } from '../match/durations.js';
import type { SeatRecord } from '../match/game-record.js';

export class RecordingSnake implements ArenaSnake {
  readonly #snake: ArenaSnake;
  readonly #mark: (call: CallName) => void;
  readonly #took: Record<string, number> = {};
  #answers = 0;
  #lostTurns = 0;
  #failures = 0;
  #fallbacks = 0;
  #problem: string | undefined;

  /** @param mark called before each call that may reach a strategy. */
  constructor(snake: ArenaSnake, mark: (call: CallName) => void) {
    this.#snake = snake;
    this.#mark = mark;
  }

  /** The record of the game, once it is over. */
  close(length: number, death: EliminationCause | undefined): SeatRecord {
    return {
      answers: this.#answers,
      lostTurns: this.#lostTurns,
      failures: this.#failures,
      fallbacks: this.#fallbacks,
      took: this.#took,
      length,
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      ...(death === undefined ? {} : { death }),
    };
  }

  introduce(timeout: number): Introduction | Promise<Introduction> {
    return this.#snake.introduce(timeout);
  }

  start(request: SnakeRequest): Promise<string | undefined> | undefined {
    this.#mark('start');
    return this.#snake.start(request);
  }

  async move(request: SnakeRequest): Promise<Reply> {
    this.#mark('move');
    const reply = await this.#snake.move(request);
    this.#count(reply);
    return reply;
  }

  end(request: SnakeRequest): Promise<string | undefined> | undefined {
    this.#mark('end');
    return this.#snake.end(request);
  }

  #count({ move, took, failure, problem }: Reply): void {
    const step = stepOf(took);
    this.#took[step] = (this.#took[step] ?? 0) + 1;
    this.#answers += 1;
    if (move === undefined || failure === 'late') this.#lostTurns += 1;
    else if (failure !== undefined) this.#failures += 1;
    if (failure !== undefined) this.#fallbacks += 1;
    this.#problem ??= problem;
  }
}
