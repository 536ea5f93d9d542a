/** Keeps ratings in the journal, where the report and the page show them beside versions. Called by `arena status`. */
import { existsSync } from 'node:fs';
import { readConfig } from '../../config/read-config.js';
import type { Rating } from '../../journal/rating.js';
import { openJournalToImport } from '../journal/open-journal.js';

/** Resolves with the number of those that say something new; 0 without a configuration or with its journal off. */
export async function keepInJournal(file: string, ratings: readonly Rating[]): Promise<number> {
  if (ratings.length === 0 || !existsSync(file)) return 0;
  if (readConfig(file, process.env).config.journal === 'off') return 0;
  const journal = await openJournalToImport(file);
  try {
    return await journal.keepRatings(ratings);
  } finally {
    await journal.close();
  }
}
