import { missingPackages } from '../processes/optional-packages.js';
import { isServerAddress } from '../exchange/service-url.js';
import { openEmbedded } from './store/embedded.js';
import { expectMigrated, migrate, orClose } from './store/migrations.js';
import type { OpenDatabase, OpenMode } from './store/tables.js';

/**
 * Opens the database at an address. Creates or migrates its tables, unless it is only read: then it throws if no host
 * of this release has done so. Throws the disk's error, a `DatabaseUnavailable` if the server cannot be reached, or an
 * error if another version wrote the database.
 */
export async function openDatabase(address: string, mode: OpenMode): Promise<OpenDatabase> {
  if (isServerAddress(address)) {
    const missing = missingPackages('a journal in PostgreSQL');
    if (missing !== undefined) throw new Error(missing);
    return (await import('./postgres/open-postgres.js')).openPostgres(address, mode);
  }
  const embedded = await openEmbedded(address, mode);
  const { db, dialect } = embedded;
  await orClose(db, () => (mode === 'read' ? expectMigrated(db, dialect) : migrate(db, dialect)));
  return embedded;
}
