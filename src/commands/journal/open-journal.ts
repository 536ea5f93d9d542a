/** Opens the journal of a configuration for the commands that read it while a host may be running. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/read-config.js';
import { messageOf, usageFault } from '../../errors.js';
import type { SqlJournal } from '../../journal/sql-journal.js';

/**
 * Opens the journal for reading; the caller closes it. Loads the database's libraries, which no other command needs.
 * Throws a `UsageError` if the configuration keeps no games, or if the journal cannot be read.
 */
export async function openJournal(config: string): Promise<SqlJournal> {
  const { journal } = readConfig(config, process.env).config;
  if (journal === 'off') throw usageFault(config, '"journal" is "off": no games are kept.');
  const { SqlJournal } = await import('../../journal/sql-journal.js');
  try {
    return await SqlJournal.read(journal.path);
  } catch (thrown) {
    const likely = existsSync(journal.path) ? 'Is it a journal?' : 'Has a host run with this configuration yet?';
    throw usageFault(journal.path, `cannot be read: ${messageOf(thrown)}. ${likely}`);
  }
}
