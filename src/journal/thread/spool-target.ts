/** Keeps events in the spool of a host, from which they are delivered to a database. Used by `thread-main.ts`. */
import { withoutSecrets } from '../../service-url.js';
import type { JournalEvent } from '../journal-event.js';
import { toShownAddress } from '../address.js';
import { Delivery } from '../spool/delivery.js';
import { Spool } from '../spool/spool.js';
import type { JournalHost } from '../store/hosts.js';
import { CLOCK_SKEW_MS } from '../store/runs.js';
import { createBadEventReport } from './bad-events.js';
import type { FromThread, TargetDeps } from './messages.js';
import { OpenGames } from './open-games.js';
import { WatchedFile } from './watched-file.js';
import type { TargetResult, WriteTarget } from './write-target.js';

/** Time to deliver what is left when the host ends, in ms. */
const CLOSE_TIMEOUT_MS = 1200;

/**
 * Owns the spool in its file, and the delivery of what is in it.
 *
 * Guarantees that events are in the file before they are delivered, on good days too: there is one way. When the file
 * is full it drops the newest events and says how many, and begins the games under way once more when there is room.
 */
export class SpoolTarget implements WriteTarget {
  readonly #deps: TargetDeps;
  readonly #openGames = new OpenGames();
  readonly #file: WatchedFile<Spool>;
  readonly #delivery: Delivery;
  /** The highest number of a batch of this host: the database has a mark there, and skips what is numbered below. */
  #last = 0;
  /** `torn`: events were dropped, perhaps the beginnings of games. */
  #stream: 'whole' | 'torn' = 'whole';

  constructor(deps: TargetDeps, address: string) {
    const { path, host, retention, send } = deps;
    this.#deps = deps;
    this.#file = new WatchedFile({
      path,
      open: (isAnother) => this.#openFile(isAnother),
      vanished: () => send({ type: 'vanished' }),
    });
    const spool = () => this.#file.current;
    const openGames = () => this.#openGames.events;
    this.#delivery = new Delivery({
      address,
      host,
      retention,
      spool,
      openGames,
      listener: this.#createListener(address),
    });
  }

  get isClosed(): boolean {
    return this.#file.current === undefined || this.#file.isGone;
  }

  async open(): Promise<void> {
    await this.#file.ensureOpen();
    this.#delivery.start();
  }

  async write(events: readonly JournalEvent[]): Promise<TargetResult> {
    const spool = await this.#file.ensureOpen();
    const begun = this.#stream === 'torn' ? this.#openGames.events : [];
    const isKept = await this.#append(spool, [...begun, ...events]);
    this.#stream = isKept ? 'whole' : 'torn';
    this.#openGames.note(events);
    // The events are kept: if this threw, they would be kept twice.
    await this.#report().catch(() => {});
    this.#delivery.wake();
    return { failed: 0, dropped: isKept ? 0 : events.length };
  }

  async close(): Promise<void> {
    await this.#delivery.close(CLOSE_TIMEOUT_MS);
    await this.#file.current?.close();
  }

  async #openFile(isAnother: boolean): Promise<Spool> {
    const { path, retention, send } = this.#deps;
    const spool = await Spool.open(path, retention.keepMb * 1024 * 1024, this.#last);
    try {
      // What the old file held is lost, perhaps the beginnings of games.
      if (isAnother) await this.#append(spool, this.#openGames.events);
      await this.#report(spool);
    } catch (thrown) {
      await spool.close().catch(() => {});
      throw thrown;
    }
    if (spool.setAside !== undefined) send({ type: 'setAside', to: spool.setAside });
    send({ type: 'opened' });
    return spool;
  }

  /** Returns whether there was room for the events. */
  async #append(spool: Spool, events: readonly JournalEvent[]): Promise<boolean> {
    const number = await spool.append(this.#deps.host.id, events, Date.now());
    this.#last = Math.max(this.#last, number ?? 0);
    return number !== undefined;
  }

  /** Says what waits now. */
  async #report(spool = this.#file.current): Promise<void> {
    const content = await spool?.content();
    if (content !== undefined) this.#deps.send({ type: 'spool', content });
  }

  #createListener(address: string): ConstructorParameters<typeof Delivery>[0]['listener'] {
    const { send } = this.#deps;
    const url = toShownAddress(address);
    const clean = (reason: string) => withoutSecrets(reason, address);
    const knownHosts = new Set<string>();
    let clock: 'right' | 'wrong' = 'right';
    const reportBad = createBadEventReport((reason) => send({ type: 'writeFailed', reason: clean(reason) }));
    const reportHost = (other: JournalHost) => {
      if (!knownHosts.has(other.id)) send({ type: 'shared', other, place: 'database' });
      knownHosts.add(other.id);
    };
    const count = (message: FromThread) => {
      send(message);
      void this.#report().catch(() => {});
    };
    return {
      delivered: () => count({ type: 'delivery', outcome: 'delivered' }),
      failed: () => count({ type: 'delivery', outcome: 'failed' }),
      lost: (reason) => void this.#sayLost(url, clean(reason)),
      back: (delivered, away) => {
        send({ type: 'databaseBack', url, delivered, away });
        void this.#file.current?.shrink().catch(() => {});
      },
      written({ repeated, unreadable }) {
        if (repeated.length > 0) send({ type: 'repeated', games: repeated });
        if (unreadable.length > 0) send({ type: 'unreadable', games: unreadable });
      },
      bad(reason) {
        send({ type: 'badEvents', count: 1 });
        reportBad(reason);
      },
      forgotten: (games) => send({ type: 'forgotten', games }),
      hosts(others, clockSkew) {
        others.forEach(reportHost);
        const isWrong = Math.abs(clockSkew) > CLOCK_SKEW_MS;
        if (isWrong && clock === 'right') send({ type: 'clockWrong', url, ahead: -clockSkew });
        clock = isWrong ? 'wrong' : 'right';
      },
    };
  }

  async #sayLost(url: string, reason: string): Promise<void> {
    const content = await this.#file.current?.content().catch(() => undefined);
    this.#deps.send({ type: 'databaseLost', url, reason, waiting: content?.entries ?? 0 });
  }
}
