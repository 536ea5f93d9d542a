/** Whether games can be kept: the folder or database of the journal, and the room on its disk. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason } from '../../../config/read-text.js';
import type { HostConfig, JournalConfig } from '../../../config/types.js';
import { UsageError } from '../../../errors.js';
import { toShownAddress } from '../../../journal/address.js';
import { DatabaseUnavailable } from '../../../journal/is-unavailable.js';
import { openJournal } from '../../journal/open-journal.js';
import { good, skipped, wrong, type Finding } from '../finding.js';

/** The file of the journal, and the database if there is one: until that has them, games wait in the file. */
export async function checkJournal({ file, journal }: Pick<HostConfig, 'file' | 'journal'>): Promise<Finding[]> {
  if (journal === 'off') return [skipped('journal', 'is off: no games are kept')];
  const folder = checkJournalFolder(journal);
  const isThere = journal.url !== undefined || existsSync(journal.path);
  return isThere ? [folder, await checkReading(file, journal)] : [folder];
}

/** Whether the journal's file can be written, or made. */
export function checkJournalFolder({ path: file, maxSize }: Pick<JournalConfig, 'path' | 'maxSize'>): Finding {
  const check = 'journal folder';
  let folder = path.dirname(file);
  // The host makes what is missing.
  while (!existsSync(folder)) folder = path.dirname(folder);
  const remedy = 'Let the user of the host write there, or let "journal.path" name another folder.';
  if (!statSync(folder).isDirectory()) return wrong('bad', check, `${folder} is a file, not a folder`, remedy);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    const freeMb = Math.floor((bavail * bsize) / 1024 ** 2);
    const mostMb = Math.floor(maxSize / 1024 ** 2);
    const message = `${folder} can be written; ${freeMb} MB are free, the journal may take ${mostMb}`;
    if (freeMb >= mostMb || existsSync(file)) return good(check, message);
    return wrong('warning', check, message, 'Lower "journal.maxSize", or make room: a full disk ends writing.');
  } catch (thrown) {
    return wrong('bad', check, `${folder} ${diskReason(thrown)}`, remedy);
  }
}

async function checkReading(config: string, { url, path: file }: JournalConfig): Promise<Finding> {
  const shown = url === undefined ? file : toShownAddress(url);
  try {
    const journal = await openJournal(config);
    const { games } = await journal.listGames({ limit: 1 }).finally(() => journal.close());
    return good('journal', `${shown} can be read${games.length === 0 ? '; it has no games yet' : ''}`);
  } catch (thrown) {
    const { cause } = thrown as { readonly cause?: unknown };
    if (!(thrown instanceof UsageError)) throw thrown;
    const isAway = cause instanceof DatabaseUnavailable && !cause.isRefusal;
    const remedy = isAway
      ? 'Games wait in the file beside the host until it is back.'
      : '"serpentarium journal check" says more.';
    return wrong(isAway ? 'warning' : 'bad', 'journal', thrown.message.replace(/\.$/, ''), remedy);
  }
}
