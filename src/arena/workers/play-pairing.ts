/** Plays one game of a match in this process; called by the program of the workers. */
import type { Seat, EliminationCause } from '../../rules/types.js';
import { createIds } from '../game/play-options.js';
import { startOf } from '../game/opening.js';
import { play } from '../game/play.js';
import type { Watcher } from '../game/watcher.js';
import type { Contestant, ContestSettings, Pairing } from '../contest/contest.js';
import { scoreGame, type PlayedGame } from '../contest/game-record.js';
import { countReply, createSeatCount, type SeatRecord } from '../contest/seat-figures.js';
import type { CallName } from './call-trace.js';
import type { ContestSnake } from './create-snakes.js';
import type { ArenaSnake, Introduction, Reply, SnakeRequest } from '../game/arena-snake.js';

/** The dependencies of {@link playPairing}, the same for all games of a match. */
export interface PairingDeps {
  readonly contestants: readonly Contestant[];
  /** By contestant. */
  readonly snakes: readonly ContestSnake[];
  readonly game: ContestSettings;
  /** Called before each call that may reach a strategy. */
  readonly traceCall: (seat: Seat, call: CallName) => void;
}

/** Plays a game and returns its record. Rejects if a watcher throws; never because of a snake. */
export async function playPairing(
  pairing: Pairing,
  { contestants, snakes, game, traceCall }: PairingDeps,
  watchers: readonly Watcher[] = [],
): Promise<PlayedGame> {
  snakes.forEach((snake, contestant) => snake.playWith(pairing.options?.[contestant]));
  const seats = pairing.seats.map(
    (contestant, seat) => new RecordingSnake(snakes[contestant]!.snake, (call) => traceCall(seat, call)),
  );
  let lengths: readonly number[] = [];
  const ids = createIds(idSeed(contestants, pairing), seats.length);
  const result = await play({
    ...game,
    participants: seats.map((snake, seat) => ({ snake, name: contestants[pairing.seats[seat]!]!.name })),
    seed: pairing.seed,
    ids,
    from: game.openings && startOf(game.openings, pairing.pair, pairing.seed, { ...game, ids: ids.snakes }),
    // One call at a time: snakes in the same process must not take time from each other.
    isSequential: contestants.some(({ kind }) => kind === 'local'),
    watchers: [...watchers, { ended: ({ frame }) => void (lengths = frame.snakes.map(({ length }) => length)) }],
  });
  const causes = new Map(result.deaths.map(({ seat, cause }) => [seat, cause]));
  return {
    kind: 'played',
    turns: result.turns,
    scores: scoreGame(result, seats.length),
    seats: seats.map((snake, seat) => snake.toRecord(lengths[seat]!, causes.get(seat))),
  };
}

/**
 * Strategies get random numbers from the ids, so the games of a pair share their ids, and luck cancels out. A server
 * may play all of them in parallel and must tell them apart, so its games have different ids.
 */
function idSeed(contestants: readonly Contestant[], { seed, game }: Pairing): string {
  return contestants.some(({ kind }) => kind === 'remote') ? `${seed}/${game}` : seed;
}

/**
 * Passes requests to another snake and counts the replies of one seat in one game. Never changes a request or reply.
 */
export class RecordingSnake implements ArenaSnake {
  readonly #snake: ArenaSnake;
  readonly #traceCall: (call: CallName) => void;
  readonly #count = createSeatCount();
  readonly ponder: ArenaSnake['ponder'];

  /** @param traceCall called before each call that may reach a strategy. */
  constructor(snake: ArenaSnake, traceCall: (call: CallName) => void) {
    this.#snake = snake;
    this.#traceCall = traceCall;
    this.ponder =
      snake.ponder &&
      ((request, move) => {
        traceCall('ponder');
        return snake.ponder!(request, move);
      });
  }

  /**
   * The record of the game, once it is over.
   *
   * @param length at the end of the game, in cells.
   */
  toRecord(length: number, death: EliminationCause | undefined): SeatRecord {
    return { ...this.#count, length, ...(death !== undefined && { deaths: { [death]: 1 } }) };
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
    countReply(this.#count, reply);
    return reply;
  }

  end(request: SnakeRequest): Promise<string | undefined> | undefined {
    this.#traceCall('end');
    return this.#snake.end(request);
  }
}
