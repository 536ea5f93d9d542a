/** Plays one game of a match in the process that it is called in. */
import { createIds } from './ids.js';
import type { ArenaSnake } from './arena-snake.js';
import type { MarkWriter } from './black-box.js';
import type { Contestant } from './contestant.js';
import type { GameRecord } from './game-record.js';
import type { MatchGame } from './match-terms.js';
import type { GamePlan } from './pairing.js';
import { scoreGame } from './placing.js';
import { play } from './play.js';
import { SeatWatch } from './seat-watch.js';
import type { Watcher } from './watcher.js';

export interface Stage {
  readonly contestants: readonly Contestant[];
  /** By contestant. */
  readonly snakes: readonly ArenaSnake[];
  readonly game: MatchGame;
  readonly marks: Pick<MarkWriter, 'write'>;
}

/** @param job goes into the marks. */
export async function playPlan(stage: Stage, plan: GamePlan, job: number, watchers: Watcher[]): Promise<GameRecord> {
  const { contestants, snakes, game, marks } = stage;
  const seats = plan.seats.map(
    (contestant, seat) => new SeatWatch(snakes[contestant]!, (call) => marks.write(job, plan.game, seat, call)),
  );
  let lengths: readonly number[] = [];
  const result = await play({
    ...game,
    entries: seats.map((snake, seat) => ({ snake, name: contestants[plan.seats[seat]!]!.name })),
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
function idSeed(contestants: readonly Contestant[], { seed, game }: GamePlan): string {
  return contestants.some(({ kind }) => kind === 'remote') ? `${seed}/${game}` : seed;
}
