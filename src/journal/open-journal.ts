/** Opens journals for the commands, while hosts may be running. */
import { existsSync } from 'node:fs';
import { readConfig } from '../config/read-config.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { isServerAddress, toShownAddress } from '../exchange/service-url.js';
import { isDamage, OtherVersion } from './is-unavailable.js';
import type { SqlJournal } from './sql-journal.js';
import type { OpenDatabase } from './store/tables.js';
import { resolve } from 'node:path';
import { findUrlMistake } from '../config/check-server.js';
import { variable } from '../config/environment.js';

/**
 * Opens the journal of a configuration for reading; the caller closes it. Loads the database's libraries, which no
 * other command needs. Throws a `UsageError` if the journal is off or unreadable.
 */
export async function openJournal(config: string): Promise<SqlJournal> {
  const address = findAddress(config);
  const journals = await import('./sql-journal.js');
  return orRefuse(address, 'read', () => journals.SqlJournal.read(address));
}

/** Opens the journal of a configuration to import games; creates it if necessary. Throws a `UsageError`. */
export async function openJournalToImport(config: string): Promise<SqlJournal> {
  const address = findAddress(config);
  const journals = await import('./sql-journal.js');
  return orRefuse(address, 'import', () => journals.SqlJournal.openToImport(address));
}

/** Opens the journal of a configuration for `run`, and closes it afterwards. */
export async function withJournal<Result>(
  open: (config: string) => Promise<SqlJournal>,
  config: string,
  run: (journal: SqlJournal) => Promise<Result>,
): Promise<Result> {
  const journal = await open(config);
  return run(journal).finally(() => journal.close());
}

/** Opens the database of the journal at an address, a path or a URL; the caller destroys it. Throws a `UsageError`. */
export async function openJournalDatabase(address: string, mode: 'read' | 'import'): Promise<OpenDatabase> {
  const { openDatabase } = await import('./open-database.js');
  return orRefuse(address, mode, () => openDatabase(address, mode));
}

/**
 * The address of a configuration's journal: its database if it has one, else the host's file. Throws a `UsageError` if
 * it has none.
 */
export function findAddress(config: string): string {
  const { journal } = readConfig(config, process.env).config;
  if (journal === 'off') throw usageFault(config, '"journal" is "off": no games are kept.');
  return journal.url ?? journal.path;
}

/** Throws a `UsageError` without passwords if a journal cannot be opened, with the original error as its cause. */
async function orRefuse<T>(address: string, mode: 'read' | 'import', open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (thrown) {
    const reason = messageOf(thrown);
    const [done, likely] = mode === 'read' ? ['read', ` ${likelyCause(address, thrown)}`] : ['written', ''];
    const sentence = `cannot be ${done}: ${reason.replace(/[^.?!]$/, '$&.')}${likely}`;
    throw Object.assign(usageFault(toShownAddress(address), sentence.trimEnd()), { cause: thrown });
  }
}

/** Why a journal cannot be read; empty if the reason contains it. */
function likelyCause(address: string, thrown: unknown): string {
  if (isServerAddress(address) || thrown instanceof OtherVersion || /has written/.test(messageOf(thrown))) return '';
  if (!existsSync(address)) return 'Has a host run with this configuration yet?';
  return isDamage(thrown) && /malformed/.test(messageOf(thrown)) ? 'Was it cut? Restore a backup.' : 'Is it a journal?';
}

/**
 * The address in an argument: a path, a URL, or `$NAME` for an environment variable. Throws a `UsageError` without the
 * URL. Removes a URL from the title of the process, where other users could read its password.
 */
export function readAddress(word: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = /^\$([A-Za-z_]\w*)$/.exec(word)?.[1];
  const address = name === undefined ? word : (env[name]?.trim() ?? '');
  const source = name === undefined ? 'the address' : variable(name);
  if (address === '') throw usageFault(source, name === undefined ? 'is empty.' : 'is not set. Did you forget it?');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return resolve(address);
  process.title = 'serpentarium journal';
  const mistake = findUrlMistake(address);
  if (mistake === undefined && isServerAddress(address)) return address;
  throw usageFault(source, mistake ?? 'is not the address of a journal.');
}
