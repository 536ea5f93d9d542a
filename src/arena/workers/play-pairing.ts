/** Plays one game of a match in this process; called by the program of the workers. */
import type { Seat } from '../../rules/types.js';
import { createIds } from '../game/play-options.js';
import { startOf } from '../game/opening.js';
import { play } from '../game/play.js';
import type { Watcher } from '../game/watcher.js';
import type { Contestant, ContestSettings, Pairing } from '../contest/contest.js';
import { scoreGame, type PlayedGame } from '../contest/game-record.js';
import { countReply, createSeatCount } from '../contest/seat-figures.js';
import type { CallName } from './call-trace.js';
import type { ContestSnake } from './create-snakes.js';
import type { ArenaSnake } from '../game/arena-snake.js';

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
  const participants = pairing.seats.map((contestant, seat) => ({
    snake: traceCalls(snakes[contestant]!.snake, (call) => traceCall(seat, call)),
    name: contestants[contestant]!.name,
  }));
  const counts = participants.map(createSeatCount);
  const counting: Watcher = {
    played: ({ replies }) => replies.forEach((reply, seat) => reply && countReply(counts[seat]!, reply)),
    ended: ({ frame }) => frame.snakes.forEach(({ length }, seat) => (counts[seat]!.length = length)),
  };
  const ids = createIds(idSeed(contestants, pairing), participants.length);
  const result = await play({
    ...game,
    participants,
    seed: pairing.seed,
    ids,
    from: game.openings && startOf(game.openings, pairing.pair, pairing.seed, { ...game, ids: ids.snakes }),
    // One call at a time: snakes in the same process must not take time from each other.
    isSequential: contestants.some(({ kind }) => kind === 'local'),
    watchers: [...watchers, counting],
  });
  for (const { seat, cause } of result.deaths) counts[seat]!.deaths = { [cause]: 1 };
  return { kind: 'played', turns: result.turns, scores: scoreGame(result, counts.length), seats: counts };
}

/**
 * Strategies get random numbers from the ids, so the games of a pair share their ids, and luck cancels out. A server
 * may play all of them in parallel and must tell them apart, so its games have different ids.
 */
function idSeed(contestants: readonly Contestant[], { seed, game }: Pairing): string {
  return contestants.some(({ kind }) => kind === 'remote') ? `${seed}/${game}` : seed;
}

/** The same snake; `trace` is called before each call that may reach a strategy. */
export function traceCalls(snake: ArenaSnake, trace: (call: CallName) => void): ArenaSnake {
  const traced = <Result>(call: CallName, pass: () => Result): Result => {
    trace(call);
    return pass();
  };
  return {
    introduce: (timeout) => snake.introduce(timeout),
    start: (request) => traced('start', () => snake.start(request)),
    move: (request) => traced('move', () => snake.move(request)),
    ponder: snake.ponder && ((request, move) => traced('ponder', () => snake.ponder!(request, move))),
    end: (request) => traced('end', () => snake.end(request)),
  };
}
