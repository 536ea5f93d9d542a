/** Opens the games of a contest where the flags say: on this machine, or on a queue. */
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { environmentOf, memoryOf } from '../../arena/workers/worker-limits.js';
import type { ContestGames, ContestGamesOptions } from './contest-games.js';

/** Opens the games of a contest. Throws a `UsageError` if they are to be played on a queue that cannot be used. */
export async function openContestGames(options: ContestGamesOptions): Promise<ContestGames> {
  if (options.queue === undefined) return openHere(options);
  const { openOnQueue } = await import('./queued-games.js');
  return openOnQueue(options, options.queue);
}

function openHere({ contest, output, concurrency }: ContestGamesOptions): ContestGames {
  const { contestants } = contest;
  const env = environmentOf(contestants);
  const pool = new MatchWorkerPool({ contest, env, memoryMb: memoryOf(contestants), output, concurrency });
  return { pool, counted() {}, close: () => pool.close(), findFailure: () => undefined };
}
