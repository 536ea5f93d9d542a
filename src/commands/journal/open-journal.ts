/** Opens journals for the commands, while hosts may be running. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/read-config.js';
import { messageOf, usageFault } from '../../errors.js';
import { isServerPlace, toShownPlace } from '../../journal/place.js';
import type { SqlJournal } from '../../journal/sql-journal.js';

/**
 * Opens the journal of a configuration for reading; the caller closes it. Loads the database's libraries, which no
 * other command needs. Throws a `UsageError` if the configuration keeps no games, or if the journal cannot be read.
 */
export function openJournal(config: string): Promise<SqlJournal> {
  return readPlace(findPlace(config));
}

/** Opens the journal of a configuration to import games, and creates it if there is none. Throws a `UsageError`. */
export function openJournalToImport(config: string): Promise<SqlJournal> {
  return openPlaceToImport(findPlace(config));
}

/** Opens the journal at a place, a path or a URL, for reading. Throws a `UsageError`. */
export async function readPlace(place: string): Promise<SqlJournal> {
  const journals = await import('../../journal/sql-journal.js');
  return journals.SqlJournal.read(place).catch((thrown: unknown) => refuse(place, 'read', thrown));
}

/** Opens the journal at a place to import games, and creates it if there is none. Throws a `UsageError`. */
export async function openPlaceToImport(place: string): Promise<SqlJournal> {
  const journals = await import('../../journal/sql-journal.js');
  return journals.SqlJournal.openToImport(place).catch((thrown: unknown) => refuse(place, 'written', thrown));
}

/** Where the journal of a configuration is: its database if it has one, else the file of this host. */
function findPlace(config: string): string {
  const { journal } = readConfig(config, process.env).config;
  if (journal === 'off') throw usageFault(config, '"journal" is "off": no games are kept.');
  return journal.url ?? journal.path;
}

function refuse(place: string, what: 'read' | 'written', thrown: unknown): never {
  const reason = messageOf(thrown);
  const likely = what === 'read' ? ` ${likelyCause(place, reason)}` : '';
  throw usageFault(toShownPlace(place), `cannot be ${what}: ${reason.replace(/[^.?!]$/, '$&.')}${likely}`.trimEnd());
}

/** Why a journal cannot be read; empty if the reason says it already. */
function likelyCause(place: string, reason: string): string {
  if (reason.includes('no host has written') || (!isServerPlace(place) && !existsSync(place)))
    return 'Has a host run with this configuration yet?';
  return isServerPlace(place) ? '' : 'Is it a journal?';
}
