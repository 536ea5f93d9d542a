/** The journal of a configuration, for commands that read it beside the host. */
import { existsSync } from 'node:fs';
import { readConfig } from '../config/read-config.js';
import { UsageError, messageOf } from '../errors.js';
import type { SqlJournal } from '../journal/sql-journal.js';

/** Loads the database's libraries, which no other command needs. Throws a {@link UsageError} where nothing is kept, or what is kept cannot be read. */
export async function openJournal(config: string): Promise<SqlJournal> {
  const { journal } = readConfig(config, process.env).config;
  if (journal === 'off') {
    throw new UsageError([{ source: config, message: '"journal" is "off": no games are kept.' }]);
  }
  const { SqlJournal } = await import('../journal/sql-journal.js');
  try {
    return await SqlJournal.read(journal.path);
  } catch (thrown) {
    const likely = existsSync(journal.path) ? 'Is it a journal?' : 'Has a host been started with this configuration?';
    throw new UsageError([{ source: journal.path, message: `cannot be read: ${messageOf(thrown)}. ${likely}` }]);
  }
}
