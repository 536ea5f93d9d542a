/** Ties the page to the host: its live feed, and what it reads. Called by `host.ts`. */
import type { LoadedConfig } from './config/read-config.js';
import { WATCH_PATH } from './config/prefixes.js';
import type { AppMiddleware, AppRouter, Readiness } from './http/context.js';
import type { ClientAddresses } from './http/limits/client-address.js';
import { addGameRoutes, addTurnRoutes } from './http/page/game-routes.js';
import { addLiveRoute } from './http/page/live-route.js';
import { addViewerRoutes } from './http/page/viewer/viewer-routes.js';
import { ViewerSockets } from './http/page/viewer/viewer-sockets.js';
import type { JournalReader } from './journal/journal.js';
import type { PageFiles } from './http/page/page-files.js';
import { createWatch } from './http/page/watch-routes.js';
import type { JournalEvent } from './journal/journal-event.js';
import type { JournalListener, WaitingEvents } from './journal/journal-listener.js';
import { Asker } from './page/asker.js';
import { LiveFeed } from './page/live/live-feed.js';
import { toHostView } from './page/live/host-view.js';
import { JournalViewerSource } from './page/viewer/viewer-source.js';
import type { MountedNow } from './snakes/mount-table.js';
import { version } from './version.js';

/** What the page shows of its host. */
export interface HostPageDeps {
  readonly config: () => LoadedConfig['config'];
  readonly mounts: () => MountedNow;
  readonly readiness: () => Readiness;
  /** The delay of the event loop, in ms. */
  readonly loopDelay: () => number;
  readonly journal: (JournalReader & { readonly waiting: WaitingEvents }) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Owns the live feed of a host, and what the page needs besides. Guarantees that the feed sees every event that the
 * journal is given, whether or not there is one.
 */
export class HostPage {
  readonly feed: LiveFeed;
  /** Of both ports. */
  readonly viewers = new ViewerSockets();
  readonly #watch: boolean | readonly string[];
  /** What the journal cannot write to now. */
  readonly #refusing = new Set<'disk' | 'database'>();
  #deps: HostPageDeps | undefined;

  /** @param watch `server.watch` of the configuration, which stays until a restart. */
  constructor(watch: boolean | readonly string[]) {
    this.#watch = watch;
    this.feed = new LiveFeed({
      host: (audience) => toHostView(this.#sources(), audience),
      isPublic: (snake) => this.#isPublic(snake),
    });
  }

  /** From now on, it can be asked how the host does. */
  show(deps: HostPageDeps): void {
    this.#deps = deps;
  }

  /** A listener that also notes whether the journal can be written. */
  listen(listener: JournalListener): JournalListener {
    return {
      ...listener,
      writeFailed: (reason) => {
        this.#refusing.add('disk');
        listener.writeFailed(reason);
      },
      recovered: () => {
        this.#refusing.delete('disk');
        listener.recovered();
      },
      databaseLost: (lost) => {
        this.#refusing.add('database');
        listener.databaseLost(lost);
      },
      databaseBack: (back) => {
        this.#refusing.delete('database');
        listener.databaseBack(back);
      },
    };
  }

  /** What events are recorded with: the journal first, if there is one. */
  recorder(journal: { record(event: JournalEvent): void } | undefined): (event: JournalEvent) => void {
    return (event) => {
      journal?.record(event);
      this.feed.record(event);
    };
  }

  /** Adds the routes of the admin port. To be called after {@link HostPage.show}. */
  addRoutes(router: AppRouter): void {
    const { journal, config, env } = this.#deps!;
    addLiveRoute(router, '/api/live', { feed: this.feed, audience: 'admin' });
    if (journal === undefined) return;
    addGameRoutes(router, { journal, base: '' });
    addTurnRoutes(router, journal, new Asker({ config, env }));
    this.addViewer(router, '', journal);
  }

  /**
   * Adds what the official viewer asks for, below `base`. Without `mayView`, it can see the games of all snakes.
   */
  addViewer(
    router: AppRouter,
    base: string,
    journal: JournalReader,
    mayView?: (snake: string) => boolean,
    addresses?: ClientAddresses,
  ): void {
    addViewerRoutes(router, base, {
      source: new JournalViewerSource(journal, mayView),
      sockets: this.viewers,
      ...(addresses && { addressOf: (req) => addresses.of(req).name }),
    });
  }

  /** Ends all streams: those who read them come back by themselves. */
  close(): void {
    this.feed.close();
    this.viewers.close();
  }

  /** What everybody may watch on the public port; `undefined` if nothing is. */
  createWatch(addresses: ClientAddresses, files: PageFiles | undefined): AppMiddleware | undefined {
    const { journal } = this.#deps!;
    if (this.#watch === false) return undefined;
    const extend = (router: AppRouter) => {
      if (journal !== undefined)
        this.addViewer(router, WATCH_PATH, journal, (snake) => this.#isPublic(snake), addresses);
    };
    return createWatch({ feed: this.feed, journal, files, snakes: () => this.#publicSnakes(), addresses, extend });
  }

  #isPublic(snake: string): boolean {
    return this.#publicSnakes().includes(snake);
  }

  /** Those that `server.watch` names, or all without a key. */
  #publicSnakes(): readonly string[] {
    const { snakes, experiments, keys } = this.#deps!.config();
    const prefixes = [...snakes, ...experiments].map(({ prefix }) => prefix);
    const watch = this.#watch;
    return prefixes.filter((prefix) =>
      typeof watch === 'boolean' ? watch && !keys.has(prefix) : watch.includes(prefix),
    );
  }

  #sources() {
    const { mounts, readiness, loopDelay, journal } = this.#deps!;
    return {
      version,
      state: readiness,
      loopDelay,
      journal: journal && { waiting: journal.waiting, isFailing: this.#refusing.size > 0 },
      mounts,
      isPublic: (snake: string) => this.#isPublic(snake),
      readers: () => this.feed.readers,
    };
  }
}
