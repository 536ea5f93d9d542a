/** The spool in the file of a host. */
import { NO_MARK, type EventBatch } from '../../src/journal/delivery/batches.js';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { readSpool, readSpoolContent, removeSpooled, SpoolFull } from '../../src/journal/store/spool.js';

const MB = 1024 * 1024;
let lastNumber = 0;

export type TestSpool = Awaited<ReturnType<typeof openSpool>>;

export async function openSpool(path: string, maxBytes = MB) {
  const journal = await SqlJournal.openToImport(path);
  return {
    /** Keeps events as the next batch of a host. Returns its number; `undefined` if there is no room. */
    async append(host: string, events: readonly JournalEvent[]): Promise<number | undefined> {
      const batch: EventBatch = { number: ++lastNumber, host, events };
      try {
        return (await journal.spool([batch], NO_MARK, [], maxBytes)).number;
      } catch (thrown) {
        if (thrown instanceof SpoolFull) return undefined;
        throw thrown;
      }
    },
    readOldest: () => readSpool(journal.db),
    remove: (batches: readonly EventBatch[]) => removeSpooled(journal.db, batches),
    content: () => readSpoolContent(journal.db),
    close: () => journal.disconnect(),
  };
}
