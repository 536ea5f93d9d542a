/** Plays one game of a match in the process that it is called in. */
import { createIds } from '../game/game-ids.js';
import type { ArenaSnake } from '../game/arena-snake.js';
import type { CallTraceWriter } from './call-trace.js';
import type { Contestant } from '../match/contestant.js';
import type { GameRecord } from '../match/game-record.js';
import type { MatchSettings } from '../match/match-options.js';
import type { Pairing } from '../match/pairing.js';
import { scoreGame } from '../match/placing.js';
import { play } from '../game/play.js';
import { RecordingSnake } from '../players/recording-snake.js';
import type { Watcher } from '../game/watcher.js';

export interface PairingDeps {
  readonly contestants: readonly Contestant[];
  /** By contestant. */
  readonly snakes: readonly ArenaSnake[];
  readonly game: MatchSettings;
  readonly marks: Pick<CallTraceWriter, 'write'>;
}

/** @param job goes into the marks. */
export async function playPairing(
  stage: PairingDeps,
  plan: Pairing,
  job: number,
  watchers: Watcher[],
): Promise<GameRecord> {
  const { contestants, snakes, game, marks } = stage;
  const seats = plan.seats.map(
    (contestant, seat) => new RecordingSnake(snakes[contestant]!, (call) => marks.write(job, plan.game, seat, call)),
  );
  let lengths: readonly number[] = [];
  const result = await play({
    ...game,
    participants: seats.map((snake, seat) => ({ snake, name: contestants[plan.seats[seat]!]!.name })),
    seed: plan.seed,
    ids: createIds(idSeed(contestants, plan), seats.length),
    // One call at a time: a snake is not charged for the time that another takes in the same process.
    isSequential: contestants.some(({ kind }) => kind === 'local'),
    watchers: [...watchers, { ended: ({ frame }) => void (lengths = frame.snakes.map(({ length }) => length)) }],
  });
  const deaths = new Map(result.deaths.map(({ seat, cause }) => [seat, cause]));
  return {
    kind: 'played',
    turns: result.turns,
    scores: scoreGame(result, seats.length),
    seats: seats.map((watch, seat) => watch.close(lengths[seat]!, deaths.get(seat))),
  };
}

/**
 * What strategies draw by chance follows from the ids, so the games of a pair share theirs: that luck cancels too. A server
 * may be asked about all of them at once and has to tell them apart.
 */
function idSeed(contestants: readonly Contestant[], { seed, game }: Pairing): string {
  return contestants.some(({ kind }) => kind === 'remote') ? `${seed}/${game}` : seed;
}
