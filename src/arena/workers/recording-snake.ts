/** A snake at one seat of a game, with a count of what it answered; every seat of a match has one. */
import type { EliminationCause } from '../../rules/types.js';
import { addDuration, type Histogram } from '../../stats/histogram.js';
import type { ArenaSnake, Introduction, Reply, SnakeRequest } from '../game/arena-snake.js';
import { ANSWER_TIMES, type SeatRecord } from '../contest/game-record.js';
import type { CallName } from './call-trace.js';

/**
 * Passes all requests to another snake and counts the replies. It owns the counts of one seat in one game and never
 * changes a request or a reply.
 */
export class RecordingSnake implements ArenaSnake {
  readonly #snake: ArenaSnake;
  readonly #traceCall: (call: CallName) => void;
  readonly #took: Histogram = {};
  #answers = 0;
  #ownMoves = 0;
  #lostTurns = 0;
  #failures = 0;
  #fallbacks = 0;
  #problem: string | undefined;

  /** @param traceCall called before each call that may reach a strategy. */
  constructor(snake: ArenaSnake, traceCall: (call: CallName) => void) {
    this.#snake = snake;
    this.#traceCall = traceCall;
  }

  /**
   * The record of the game, once it is over.
   *
   * @param length at the end of the game, in cells.
   */
  toRecord(length: number, death: EliminationCause | undefined): SeatRecord {
    return {
      answers: this.#answers,
      ownMoves: this.#ownMoves,
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
    this.#traceCall('start');
    return this.#snake.start(request);
  }

  async move(request: SnakeRequest): Promise<Reply> {
    this.#traceCall('move');
    const reply = await this.#snake.move(request);
    this.#count(reply);
    return reply;
  }

  end(request: SnakeRequest): Promise<string | undefined> | undefined {
    this.#traceCall('end');
    return this.#snake.end(request);
  }

  #count({ move, took, failure, fallback, isDelegated = false, problem }: Reply): void {
    addDuration(this.#took, ANSWER_TIMES, took);
    this.#answers += 1;
    const isReplaced = isDelegated || (failure !== undefined && fallback !== 'proposed');
    if (move !== undefined && !isReplaced) this.#ownMoves += 1;
    if (move === undefined || failure === 'late') this.#lostTurns += 1;
    else if (failure !== undefined) this.#failures += 1;
    if (failure !== undefined) this.#fallbacks += 1;
    this.#problem ??= problem;
  }
}
