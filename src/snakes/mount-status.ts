/** What operators see of mounted snakes. Called by `mounted-snake.ts`, and by `host.ts` for the metrics. */
import type { SnakeConfig } from '../config/types.js';
import type { SnakeShares } from '../metrics/share-meters.js';
import type { LiveGame } from './game/live-game.js';
import type { MountedNow } from './mount-table.js';
import type { MountStatus } from './mount.js';
import type { Shadow } from './shadow.js';
import type { Runner } from './strategy/runner.js';

/** What a status is read from. */
export interface StatusSources {
  readonly config: SnakeConfig;
  readonly games: Iterable<LiveGame>;
  readonly runner: Runner;
  readonly shadow: Shadow | undefined;
}

/** The live state of a snake, with its shares of the host's cores if a schedule divides them. */
export function readStatus({ config, games, runner, shadow }: StatusSources): MountStatus {
  const { prefix, name, strategy, isolation } = config;
  const now = performance.now();
  const { shares, ...cores } = runner.shares?.() ?? {};
  return {
    prefix,
    name,
    strategy,
    isolation,
    ...cores,
    games: [...games].map(({ key, game, you, turn, overhead, seenAt }) => {
      const share = shares?.get(key);
      const silent = Math.round(now - seenAt);
      return { game, you, turn, overhead: overhead.estimate, silent, ...(share !== undefined && { share }) };
    }),
    children: [...runner.status(), ...(shadow?.status() ?? [])],
  };
}

/** What each mount has of the host's cores, old versions included. Leaves out snakes in the host itself. */
export function readShares({ present, retired }: MountedNow): SnakeShares[] {
  return [...present, ...retired].flatMap(({ mount }) => {
    const { prefix: snake, cpuBound, waiting = 0, games } = mount.status();
    if (cpuBound === undefined) return [];
    return { snake, cpuBound, waiting, shares: games.flatMap(({ share }) => share ?? []) };
  });
}
