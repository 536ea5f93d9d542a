/**
 * Applies a changed configuration to the running host. Created by `host.ts`; called on SIGHUP, by the admin port and by
 * `serve --reload`.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LoadedConfig } from '../config/read-config.js';
import { messageOf, UsageError, type Fault } from '../errors/errors.js';
import type { HostConfig, SnakeConfig } from '../config/types.js';
import { isRecord } from '../errors/kind-of.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import { describeExperiments, findMountSources, mountVersions, type MountAllDeps } from './mount-all.js';
import { MountTable, type MountChanges, type MountedNow } from '../snakes/mount-table.js';
import { SourceCache } from '../snakes/source-content.js';

/** The outcome of a reload. `version` is the served configuration's, counted from 1. */
export type ReloadOutcome =
  | ({
      readonly outcome: 'applied' | 'unchanged';
      readonly version: number;
      readonly warnings: readonly Fault[];
      /** Changed keys that take effect only after a restart. */
      readonly restartNeeded: readonly string[];
      readonly mounted: readonly SnakeConfig[];
      /** Games in progress on mounts that were replaced or removed, now or before. */
      readonly ongoing: readonly OngoingGames[];
    } & MountChanges)
  | { readonly outcome: 'failed'; readonly version: number; readonly faults: readonly Fault[] };

export interface OngoingGames {
  readonly snake: string;
  /** The version of the configuration that the mount came with. */
  readonly version: number;
  readonly games: number;
}

/** Which files differ from what is mounted. */
export interface StaleParts {
  readonly configuration: boolean;
  readonly strategies: boolean;
}

export interface ServedConfig {
  readonly loaded: LoadedConfig;
  readonly live: readonly LiveExperiment[];
  /** The served strategy files, with everything that they import from the disk. */
  readonly files: readonly string[];
}

export interface ReloaderListener {
  /** A snake is being mounted at this prefix, or is already mounted; with a shadow or without one. */
  expected(prefix: string, hasShadow: boolean): void;
  /** Nothing is left at this prefix, old games included. */
  forgotten(prefix: string): void;
  /** A replaced mount has finished its games. `version` is the one it came with. */
  closed(prefix: string, version: number): void;
  /** Called with the outcome of every reload, and its trigger. */
  reloaded(outcome: ReloadOutcome, trigger: string): void;
}

type Wiring = Omit<MountAllDeps, 'loaded' | 'cache' | 'isWanted'>;

/**
 * Owns the configuration of a running host, its version, and all mounts.
 *
 * Guarantees that reloads run one after the other, that each reads the files after it was requested, and that a faulty
 * one changes nothing. A reload never rejects, and never touches an unchanged mount.
 */
export class Reloader {
  readonly #read: () => LoadedConfig;
  readonly #wiring: Wiring;
  readonly #listener: ReloaderListener;
  readonly #table: MountTable;
  /** The configuration of the start, whose ports and journal stay in use. */
  #started: LoadedConfig | undefined;
  #current: ServedConfig | undefined;
  #version = 0;
  /** The prefixes of the configuration that is being mounted. */
  #expected: ReadonlySet<string> = new Set();
  #running: Promise<unknown> = Promise.resolve();
  /** The reload that has not begun yet. */
  #waiting: Promise<ReloadOutcome> | undefined;
  #isClosed = false;

  /**
   * @param read reads the configuration again. Throws a {@link UsageError} with its faults.
   * @param wiring passed to every mount.
   */
  constructor(read: () => LoadedConfig, wiring: Wiring, listener: ReloaderListener) {
    this.#read = read;
    this.#wiring = wiring;
    this.#listener = listener;
    this.#table = new MountTable({
      closed: ({ mount: { prefix }, version }, isLast) => {
        listener.closed(prefix, version);
        if (isLast && !this.#expected.has(prefix)) listener.forgotten(prefix);
      },
    });
  }

  get version(): number {
    return this.#version;
  }

  /** The current mounts; a new object after every change. */
  get mounts(): MountedNow {
    return this.#table.now;
  }

  /** The served configuration. Not before {@link Reloader.start}. */
  get current(): ServedConfig {
    return this.#current!;
  }

  /**
   * Mounts the first configuration. Returns the warnings of its strategies. Throws a {@link UsageError} with their
   * faults; then nothing is left running.
   */
  async start(loaded: LoadedConfig): Promise<readonly Fault[]> {
    const { warnings } = await this.#apply(loaded);
    this.#started = loaded;
    return warnings;
  }

  /** Reads everything again and applies it. A call while another reload is queued gets that one's outcome. */
  reload(trigger: string): Promise<ReloadOutcome> {
    if (this.#waiting !== undefined) return this.#waiting;
    const next = this.#running.then(async () => {
      this.#waiting = undefined;
      const outcome = await this.#try();
      this.#listener.reloaded(outcome, trigger);
      return outcome;
    });
    this.#waiting = next;
    this.#running = next;
    return next;
  }

  /**
   * What a reload would change now, or find faulty: the configuration, or the strategies that it serves. Never rejects.
   */
  async findStale(): Promise<StaleParts> {
    await this.#running;
    const { config } = this.current.loaded;
    try {
      const loaded = this.#read();
      const sources = await findMountSources({
        ...this.#wiring,
        loaded: this.current.loaded,
        cache: new SourceCache(),
      });
      const isServed = ({ prefix }: { readonly prefix: string }) => {
        const source = sources.get(prefix);
        return source !== undefined && this.#table.find(prefix, source) !== undefined;
      };
      const strategies = ![...config.snakes, ...config.experiments].every(isServed);
      return { configuration: !isDeepStrictEqual(loaded.config, config), strategies };
    } catch {
      return { configuration: true, strategies: true };
    }
  }

  /** Refuses further reloads, and closes every mount. Resolves when all their processes have exited. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#table.close();
  }

  async #try(): Promise<ReloadOutcome> {
    const { config: started } = this.#started!;
    try {
      if (this.#isClosed) throw new Error('the host is ending');
      const before = this.current.loaded.config;
      const loaded = this.#read();
      const restartNeeded = findRestartKeys(started, loaded.config);
      const { warnings, ...more } = await this.#apply(loaded);
      const isSame = isDeepStrictEqual(before.alerts, loaded.config.alerts);
      const isChanged = more.added.length + more.changed.length + more.removed.length > 0;
      const outcome = isChanged || !isSame ? 'applied' : 'unchanged';
      return { outcome, version: this.#version, ...more, warnings: [...loaded.warnings, ...warnings], restartNeeded };
    } catch (thrown) {
      return { outcome: 'failed', version: this.#version, faults: faultsOf(thrown, started.file) };
    }
  }

  /** Mounts what is new, then switches to it at once. Throws on any fault; then nothing has changed. */
  async #apply(loaded: LoadedConfig): Promise<Omit<AppliedChanges, 'outcome' | 'version' | 'restartNeeded'>> {
    const { snakes } = loaded.config;
    const cache = new SourceCache();
    const deps = { ...this.#wiring, loaded, cache };
    this.#expect(loaded.config);
    try {
      const { versions, warnings } = await mountVersions(deps, this.#table, this.#version + 1);
      const live = await describeExperiments(deps);
      const files = await cache.files();
      const changes = this.#table.replace(versions);
      this.#current = { loaded, live, files };
      const made = new Set([...changes.added, ...changes.changed]);
      if (made.size + changes.removed.length > 0) this.#version += 1;
      return {
        ...changes,
        warnings,
        mounted: snakes.filter(({ prefix }) => made.has(prefix)),
        ongoing: this.#table.now.retired
          .map(({ mount, version }) => ({ snake: mount.prefix, version, games: mount.status().games.length }))
          .filter(({ games }) => games > 0),
      };
    } finally {
      this.#settle();
    }
  }

  #expect({ snakes, experiments }: LoadedConfig['config']): void {
    this.#expected = new Set([...snakes, ...experiments].map(({ prefix }) => prefix));
    for (const { prefix } of snakes) this.#listener.expected(prefix, false);
    for (const { prefix, split } of experiments) this.#listener.expected(prefix, split === 'shadow');
  }

  /** Forgets the prefixes that were not mounted. */
  #settle(): void {
    const { present, retired } = this.#table.now;
    const mounted = new Set([...present, ...retired].map(({ mount }) => mount.prefix));
    for (const prefix of this.#expected) if (!mounted.has(prefix)) this.#listener.forgotten(prefix);
    this.#expected = new Set();
  }
}

type AppliedChanges = Exclude<ReloadOutcome, { readonly outcome: 'failed' }>;

function faultsOf(thrown: unknown, source: string): readonly Fault[] {
  return thrown instanceof UsageError ? thrown.faults : [{ source, message: messageOf(thrown) }];
}

/** The changed keys, such as `server.port`, that take effect only after a restart. Never their values. */
export function findRestartKeys(before: HostConfig, after: HostConfig): string[] {
  return (['server', 'journal'] as const).flatMap((key) => changedKeys(key, before[key], after[key]));
}

function changedKeys(path: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changedKeys(`${path}.${key}`, before[key], after[key]));
}
