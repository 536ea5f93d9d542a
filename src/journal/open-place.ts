/** Where a journal is: in a file, or in a database at a URL. Called by `sql-journal.ts`. */
import { serviceKindOf, toShownUrl } from '../connections/service-url.js';
import { openEmbedded } from './store/embedded.js';
import { expectMigrated, migrate } from './store/migrations.js';
import type { OpenDatabase, OpenMode } from './store/tables.js';

/** Whether a place is the URL of a database. Anything else is the path of a file. */
export function isServerPlace(place: string): boolean {
  return serviceKindOf(place) === 'postgres';
}

/** A place as it may be shown: without a password. */
export function toShownPlace(place: string): string {
  return isServerPlace(place) ? toShownUrl(place) : place;
}

/**
 * Opens the database at a place. Creates or migrates its tables, unless it is only read: then it throws if no host of
 * this release has done so. Throws what the disk says, a `DatabaseUnavailable` if the server cannot be reached, or an
 * error if a later release wrote the database.
 */
export async function openPlace(place: string, mode: OpenMode): Promise<OpenDatabase> {
  if (isServerPlace(place)) return (await import('./postgres/open-postgres.js')).openPostgres(place, mode);
  const embedded = await openEmbedded(place, mode);
  try {
    await (mode === 'read' ? expectMigrated(embedded.db) : migrate(embedded.db, embedded.dialect));
    return embedded;
  } catch (thrown) {
    await embedded.db.destroy();
    throw thrown;
  }
}
