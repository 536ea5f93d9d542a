/**
 * Which mounts a host serves now, which older ones still finish games, and what operators see of them. Read by `http/`,
 * changed by `reload/`.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ClosableMount, Mount, MountStatus } from './mount.js';
import type { SnakeConfig } from '../config/types.js';
import type { SnakeShares } from '../metrics/share-meters.js';
import type { LiveGame } from './game/live-game.js';
import type { Shadow } from './shadow.js';
import type { Runner } from './strategy/runner.js';

/** A mount as one version of the configuration made it. */
export interface MountVersion<M extends Mount = Mount> {
  readonly mount: M;
  /** The key that callers must send; absent if the mount is open. */
  readonly key?: string | undefined;
  /** The version of the configuration that mounted it, from 1. */
  readonly version: number;
}

/** The mounts of a host at one moment. Every change makes a new object. */
export interface MountedNow<M extends Mount = Mount> {
  /** Mounts that take new games, in the order of the configuration; no two share a prefix. */
  readonly present: readonly MountVersion<M>[];
  /** Mounts that only finish their games, the oldest first. */
  readonly retired: readonly MountVersion<M>[];
}

/** A mount and its source: if a later configuration has the same source, the mount stays. */
export interface SourcedMount extends MountVersion<ClosableMount> {
  readonly source: object;
}

/** The prefixes that changed between two versions. */
export interface MountChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface MountTableListener {
  /** A retired mount was closed. `isLast`: no other is left at its prefix. */
  closed(version: MountVersion, isLast: boolean): void;
}

/**
 * How often retired mounts are checked, in ms. A mount that was idle at two checks is closed: `end` has run by then.
 */
const LOOK_INTERVAL_MS = 250;
/** A prefix has at most this many retired mounts whose games are silent. */
const MAX_SILENT = 4;
/** A game that is silent for this long has probably been given up by its engine, in ms. */
const SILENT_MS = 30_000;

/**
 * Owns the mounts of a host over all its reloads.
 *
 * Guarantees that a mount that is replaced keeps its games until they end, and is closed soon after; and that engines
 * that vanish keep only a few old mounts alive. Never decides what to mount, and never routes a request: the readers of
 * {@link MountTable.now} do.
 */
export class MountTable {
  readonly #listener: MountTableListener;
  readonly #interval: number;
  #present: readonly SourcedMount[] = [];
  /** Each with the number of checks at which it was idle. */
  readonly #retired = new Map<SourcedMount, { idle: number }>();
  readonly #closing = new Set<Promise<unknown>>();
  #now: MountedNow<ClosableMount> = { present: [], retired: [] };
  #timer: NodeJS.Timeout | undefined;

  constructor(listener: MountTableListener, interval = LOOK_INTERVAL_MS) {
    this.#listener = listener;
    this.#interval = interval;
  }

  get now(): MountedNow<ClosableMount> {
    return this.#now;
  }

  /** The present mount at a prefix if it has the same source. */
  find(prefix: string, source: object): SourcedMount | undefined {
    return this.#present.find(({ mount, source: made }) => mount.prefix === prefix && isDeepStrictEqual(made, source));
  }

  /** Sends all new games to `next`. Mounts that are not in it retire. */
  replace(next: readonly SourcedMount[]): MountChanges {
    const before = this.#present;
    for (const version of before) if (!next.includes(version)) this.#retired.set(version, { idle: 0 });
    this.#present = next;
    this.#changed();
    return compare(before, next);
  }

  /** Closes every mount. Resolves when all their processes have exited. */
  async close(): Promise<void> {
    this.#stopChecks();
    const mounts = [...this.#present, ...this.#retired.keys()].map(({ mount }) => mount);
    await Promise.all([...mounts.map((mount) => mount.close()), ...this.#closing]);
  }

  #changed(): void {
    this.#now = { present: this.#present, retired: [...this.#retired.keys()] };
    if (this.#retired.size > 0) this.#timer ??= setInterval(() => this.#look(), this.#interval).unref();
    else this.#stopChecks();
  }

  #stopChecks(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const silent = new Map<string, SourcedMount[]>();
    const over: SourcedMount[] = [];
    for (const [version, seen] of this.#retired) {
      const { prefix, games, children } = version.mount.status();
      const isIdle = games.length === 0 && children.every(({ state }) => state !== 'busy');
      seen.idle = isIdle ? seen.idle + 1 : 0;
      if (seen.idle >= 2) over.push(version);
      else if (games.length > 0 && games.every((game) => game.silent >= SILENT_MS))
        silent.set(prefix, [...(silent.get(prefix) ?? []), version]);
    }
    for (const versions of silent.values())
      for (const { mount } of versions.slice(0, -MAX_SILENT)) mount.abandonGames();
    if (over.length === 0) return;
    for (const version of over) this.#retired.delete(version);
    this.#changed();
    for (const version of over) {
      const closing: Promise<unknown> = this.#retire(version).finally(() => this.#closing.delete(closing));
      this.#closing.add(closing);
    }
  }

  async #retire(version: SourcedMount): Promise<void> {
    const { prefix } = version.mount;
    await version.mount.close();
    const isLast = ![...this.#present, ...this.#retired.keys()].some(({ mount }) => mount.prefix === prefix);
    this.#listener.closed(version, isLast);
  }
}

function compare(before: readonly SourcedMount[], after: readonly SourcedMount[]): MountChanges {
  const prefixesOf = (versions: readonly SourcedMount[]) => versions.map(({ mount }) => mount.prefix);
  const [known, wanted] = [prefixesOf(before), prefixesOf(after)];
  const made = prefixesOf(after.filter((version) => !before.includes(version)));
  return {
    added: made.filter((prefix) => !known.includes(prefix)),
    changed: made.filter((prefix) => known.includes(prefix)),
    removed: known.filter((prefix) => !wanted.includes(prefix)),
  };
}

/** A game that is silent for longer has probably moved to another host, or its snake has died; in ms. */
const LIVE_MS = 60_000;

/** The live state of a snake, including its shares of the host's cores if they are scheduled. */
export function readStatus(
  config: SnakeConfig,
  games: readonly LiveGame[],
  runner: Runner,
  shadow: Shadow | undefined,
): MountStatus {
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
    const { prefix: snake, live, cpuBound, waiting, games, upstreams, children } = mount.status();
    const shares = games.flatMap(({ share }) => share ?? []);
    return { snake, live, cpuBound, waiting, shares, upstreams, children };
  });
}
