/** What operators see of mounted snakes: read by `mounted-snake.ts`, and by `host.ts` for the metrics. */
import type { SnakeConfig } from '../config/types.js';
import type { SnakeShares } from '../metrics/share-meters.js';
import type { LiveGame } from './game/live-game.js';
import type { MountedNow } from './mount-table.js';
import type { MountStatus } from './mount.js';
import type { Shadow } from './shadow.js';
import type { Runner } from './strategy/runner.js';

export interface StatusSources {
  readonly config: SnakeConfig;
  readonly games: Iterable<LiveGame>;
  readonly runner: Runner;
  readonly shadow: Shadow | undefined;
}

/** A game that is silent for longer has probably moved to another host, or its snake has died; in ms. */
const LIVE_MS = 60_000;

/** The live state of a snake, including its shares of the host's cores if they are scheduled. */
export function readStatus({ config, games: known, runner, shadow }: StatusSources): MountStatus {
  const games = [...known];
  const { prefix, name, source, isolation } = config;
  const now = performance.now();
  const { shares, ...cores } = runner.shares?.() ?? {};
  const upstreams = [runner.upstream?.() ?? [], shadow?.upstream() ?? []].flat();
  const status = games.map(({ key, game, you, turn, overhead, seenAt, pondered, isProbe }) => {
    const share = shares?.get(key);
    const silent = Math.round(now - seenAt);
    const facts = { game, you, turn, overhead: overhead.estimate, silent, isLive: !isProbe && silent < LIVE_MS };
    const counts = pondered.turns > 0 && { pondered: { ...pondered } };
    return { ...facts, ...(share !== undefined && { share }), ...counts };
  });
  return {
    prefix,
    name,
    strategy: source.name,
    isolation: runner.upstream === undefined ? isolation : 'upstream',
    ...cores,
    live: status.filter(({ isLive }) => isLive).length,
    games: status,
    children: [...runner.status(), ...(shadow?.status() ?? [])],
    ...(upstreams.length > 0 && { upstreams }),
  };
}

/** The share of the host's cores of each mount, old versions included. */
export function readShares({ present, retired }: MountedNow): SnakeShares[] {
  return [...present, ...retired].map(({ mount }) => {
    const { prefix: snake, live, cpuBound, waiting, games, upstreams } = mount.status();
    return { snake, live, cpuBound, waiting, shares: games.flatMap(({ share }) => share ?? []), upstreams };
  });
}
