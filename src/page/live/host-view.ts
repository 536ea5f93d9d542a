/** The status of the host for the page. Called by the live feed once a second while it is watched. */
import { gameIdOf } from '../../journal/journal-event.js';
import type { JournalStatus, Loss, WaitingEvents } from '../../journal/journal-status.js';
import type { MountedNow, MountVersion } from '../../snakes/mount-table.js';
import type { HostView, JournalView, MountView } from '../../views/live.js';

export interface HostSources {
  readonly version: string;
  readonly state: () => 'starting' | 'ready' | 'draining';
  readonly loopDelay: () => number;
  readonly journal?: JournalSource | undefined;
  readonly mounts: () => MountedNow;
  readonly readers: () => number;
}

export interface JournalSource {
  readonly waiting: WaitingEvents;
  readonly status: JournalStatus;
  readonly lost: Loss | undefined;
}

export function toHostView(sources: HostSources): HostView {
  const { version, mounts } = sources;
  const { present, retired } = mounts();
  const at = Date.now();
  const games = [...present, ...retired].flatMap(({ mount }) =>
    mount.status().games.map((game) => ({ ...game, id: gameIdOf({ ...game, snake: mount.prefix }) })),
  );
  return {
    at,
    version,
    uptime: Math.round(performance.now()),
    state: sources.state(),
    loopDelay: Math.round(sources.loopDelay() * 10) / 10,
    memoryMb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
    journal: toJournalView(sources.journal),
    snakes: [...present.map(toMountView), ...retired.map((old) => ({ ...toMountView(old), isRetired: true as const }))],
    games: new Set(games.flatMap(({ game, isLive }) => (isLive ? game : []))).size,
    silent: games.flatMap(({ id, isLive }) => (isLive ? [] : id)),
    readers: sources.readers(),
  };
}

/** The status of a journal; `off` without one. */
export function toJournalView(journal: JournalSource | undefined): JournalView {
  if (journal === undefined) return { state: 'off' };
  const { entries, bytes, spool: kept } = journal.waiting;
  const spool = typeof kept === 'object' ? kept : { entries: 0, bytes: 0 };
  const { status, lost } = journal;
  return {
    state: stateOf(status),
    ...('reason' in status && { reason: status.reason }),
    waiting: entries + spool.entries,
    bytes: bytes + spool.bytes,
    ...(lost && { lost: { events: lost.events, games: lost.games, reason: lost.reason } }),
  };
}

function stateOf(status: JournalStatus): Exclude<JournalView['state'], 'off'> {
  if (status.kind === 'damaged') return status.aside === undefined ? 'damaged' : 'replaced';
  return status.kind === 'unreachable' || status.kind === 'behind' ? 'failing' : 'working';
}

function toMountView({ mount, version }: MountVersion): MountView {
  const { prefix, strategy, isolation, games, live, cpuBound, waiting, children, upstreams } = mount.status();
  const { name, info } = mount;
  const shares = games.flatMap(({ game, you, share }) =>
    share === undefined ? [] : [[gameIdOf({ snake: prefix, game, you }), Math.round(share)] as const],
  );
  return {
    prefix,
    name,
    ...(info.color !== undefined && { color: info.color }),
    strategy,
    isolation,
    version,
    games: live,
    ...(cpuBound !== undefined && { cpuBound }),
    ...(waiting !== undefined && { waiting }),
    ...(shares.length > 0 && { shares: Object.fromEntries(shares) }),
    ...(upstreams !== undefined && { upstreams }),
    children: children.map(({ state, games: played, memoryMb }) => ({ state, games: played, memoryMb })),
  };
}
