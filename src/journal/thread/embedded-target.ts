/** Writes events into the file of an embedded journal. Used by `thread-main.ts`. */
import { isUnavailable } from '../is-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import { SqlJournal } from '../sql-journal.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import { RETENTION_INTERVAL_MS, steadyNow } from '../store/retention.js';
import { createBadEventReport } from './bad-events.js';
import type { TargetDeps } from './messages.js';
import { OpenGames } from './open-games.js';
import { WatchedFile } from './watched-file.js';
import type { TargetResult, WriteTarget } from './write-target.js';

/**
 * Owns the journal in its file, and the row of the host in it.
 *
 * It deletes old games, tells other hosts that this one is there, and begins the games under way once more in a file
 * that takes the place of another.
 */
export class EmbeddedTarget implements WriteTarget {
  readonly #deps: TargetDeps;
  readonly #openGames = new OpenGames();
  readonly #file: WatchedFile<SqlJournal>;
  readonly #reportBad: (thrown: unknown) => void;
  /** Ids of the other hosts that were reported. */
  readonly #knownHosts = new Set<string>();

  constructor(deps: TargetDeps) {
    const { path, send } = deps;
    this.#deps = deps;
    this.#reportBad = createBadEventReport((reason) => send({ type: 'writeFailed', reason }));
    const vanished = () => send({ type: 'vanished' });
    this.#file = new WatchedFile({ path, open: (isAnother) => this.#openFile(isAnother), vanished });
    setInterval(() => void this.#forget(), RETENTION_INTERVAL_MS).unref();
    setInterval(() => void this.#renew(), RENEWAL_INTERVAL_MS).unref();
  }

  get isClosed(): boolean {
    return this.#file.current === undefined || this.#file.isGone;
  }

  async open(): Promise<void> {
    await this.#file.ensureOpen();
  }

  async write(events: readonly JournalEvent[]): Promise<TargetResult> {
    const journal = await this.#file.ensureOpen();
    try {
      await this.#write(journal, events);
      return { failed: 0, dropped: 0 };
    } catch (thrown) {
      if (isUnavailable(thrown)) throw thrown;
      this.#reportBad(thrown);
      return { failed: await this.#writeEach(journal, events), dropped: 0 };
    }
  }

  async close(): Promise<void> {
    await this.#file.current?.close();
  }

  async #openFile(isAnother: boolean): Promise<SqlJournal> {
    const { host, path, send } = this.#deps;
    const { journal, others, setAside } = await SqlJournal.openAs(host, path);
    if (isAnother) await this.#beginGames(journal);
    if (setAside !== undefined) send({ type: 'setAside', to: setAside });
    this.#reportHosts(others);
    send({ type: 'opened' });
    void this.#forget(journal);
    return journal;
  }

  /** Begins the games under way once more, in a file that has taken the place of another. */
  async #beginGames(journal: SqlJournal): Promise<void> {
    try {
      await journal.write(this.#openGames.events);
    } catch (thrown) {
      await journal.close().catch(() => {});
      throw thrown;
    }
  }

  async #write(journal: SqlJournal, events: readonly JournalEvent[]): Promise<void> {
    const { repeated, unreadable } = await journal.write(events);
    this.#openGames.note(events);
    if (repeated.length > 0) this.#deps.send({ type: 'repeated', games: repeated });
    if (unreadable.length > 0) this.#deps.send({ type: 'unreadable', games: unreadable });
  }

  /** Writes the events one by one, so that a bad one does not lose the others. Returns how many were bad. */
  async #writeEach(journal: SqlJournal, events: readonly JournalEvent[]): Promise<number> {
    let failed = 0;
    for (const event of events) {
      try {
        await this.#write(journal, [event]);
      } catch (thrown) {
        if (isUnavailable(thrown)) throw thrown;
        failed++;
      }
    }
    return failed;
  }

  async #forget(journal = this.#file.current): Promise<void> {
    const { retention, send, trouble } = this.#deps;
    try {
      const games = (await journal?.forget(retention, steadyNow())) ?? 0;
      if (games > 0) send({ type: 'forgotten', games });
    } catch (thrown) {
      if (journal === this.#file.current) trouble(thrown);
    }
  }

  /** Tells other hosts that this one is there, and notes new ones. A disk that refuses is reported by writing. */
  async #renew(): Promise<void> {
    if (!this.#deps.isFailing()) this.#reportHosts((await this.#file.current?.renew().catch(() => [])) ?? []);
  }

  #reportHosts(others: readonly JournalHost[]): void {
    for (const other of others) {
      if (!this.#knownHosts.has(other.id)) this.#deps.send({ type: 'shared', other, place: 'file' });
      this.#knownHosts.add(other.id);
    }
  }
}
