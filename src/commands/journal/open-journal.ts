/** Opens journals for the commands, while hosts may be running. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/read-config.js';
import { messageOf, usageFault } from '../../errors.js';
import { isServerPlace, toShownPlace } from '../../journal/place.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import type { OpenDatabase } from '../../journal/store/tables.js';

/**
 * Opens the journal of a configuration for reading; the caller closes it. Loads the database's libraries, which no
 * other command needs. Throws a `UsageError` if the configuration keeps no games, or if the journal cannot be read.
 */
export async function openJournal(config: string): Promise<SqlJournal> {
  const place = findPlace(config);
  const journals = await import('../../journal/sql-journal.js');
  return orRefuse(place, 'read', () => journals.SqlJournal.read(place));
}

/** Opens the journal of a configuration to import games, and creates it if there is none. Throws a `UsageError`. */
export async function openJournalToImport(config: string): Promise<SqlJournal> {
  const place = findPlace(config);
  const journals = await import('../../journal/sql-journal.js');
  return orRefuse(place, 'import', () => journals.SqlJournal.openToImport(place));
}

/** Opens the database of the journal at a place, a path or a URL; the caller destroys it. Throws a `UsageError`. */
export async function openDatabase(place: string, mode: 'read' | 'import'): Promise<OpenDatabase> {
  const { openPlace } = await import('../../journal/open-place.js');
  return orRefuse(place, mode, () => openPlace(place, mode));
}

/**
 * Where the journal of a configuration is: its database if it has one, else the file of this host. Throws a
 * `UsageError` if it has none.
 */
export function findPlace(config: string): string {
  const { journal } = readConfig(config, process.env).config;
  if (journal === 'off') throw usageFault(config, '"journal" is "off": no games are kept.');
  return journal.url ?? journal.path;
}

/** Throws a `UsageError` without passwords if a journal cannot be opened. */
async function orRefuse<T>(place: string, mode: 'read' | 'import', open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (thrown) {
    const reason = messageOf(thrown);
    const [done, likely] = mode === 'read' ? ['read', ` ${likelyCause(place, reason)}`] : ['written', ''];
    const sentence = `cannot be ${done}: ${reason.replace(/[^.?!]$/, '$&.')}${likely}`;
    throw usageFault(toShownPlace(place), sentence.trimEnd());
  }
}

/** Why a journal cannot be read; empty if the reason says it already. */
function likelyCause(place: string, reason: string): string {
  if (isServerPlace(place) || reason.includes('no host has written')) return '';
  return existsSync(place) ? 'Is it a journal?' : 'Has a host run with this configuration yet?';
}
