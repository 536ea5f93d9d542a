/** `serpentarium journal copy`: copies the games of one journal to another, while hosts may be running. */
import { messageOf, usageFault } from '../../errors.js';
import { isUnavailable } from '../../journal/is-unavailable.js';
import { toShownAddress } from '../../journal/address.js';
import type { OpenDatabase } from '../../journal/store/tables.js';
import type { CopyCounts } from '../../journal/upkeep/copy-games.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { showProgress } from '../contest/contest-progress.js';
import { EXIT } from '../exit-codes.js';
import { openJournalDatabase } from './open-journal.js';
import { readAddress } from './read-address.js';

/** Copies from the address of one word to that of another. */
export async function copyJournal(fromWord: string, toWord: string, { json }: { readonly json?: true }): Promise<void> {
  const [from, to] = [readAddress(fromWord), readAddress(toWord)];
  const source = await openJournalDatabase(from, 'read');
  try {
    const target = await openJournalDatabase(to, 'import');
    try {
      if ((await source.dialect.identify()) === (await target.dialect.identify()))
        throw usageFault(toShownAddress(to), 'is the same journal as the one to copy from.');
      await copyAll(source, target, json === true);
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}

async function copyAll(source: OpenDatabase, target: OpenDatabase, isJson: boolean): Promise<void> {
  const { copyGames } = await import('../../journal/upkeep/copy-games.js');
  let counts: CopyCounts = { copied: 0, known: 0, underWay: 0 };
  const progress = showProgress({
    output: process.stderr,
    pairs: () => counts.copied,
    format: (rate) => `${formatCount(counts.copied, 'game')} copied, ${Math.round(rate)}/s`,
  });
  try {
    counts = await copyGames(source, target, (now) => (counts = now));
    progress();
    if (isJson) printJson(counts, 2);
    else print(formatCounts(counts));
    process.exitCode = EXIT.ok;
  } catch (thrown) {
    progress();
    if (!isUnavailable(thrown)) throw thrown;
    printError(`${messageOf(thrown)}. ${formatCounts(counts)}. Run it again: it goes on where it was.`);
    process.exitCode = EXIT.failed;
  }
}

function formatCounts({ copied, known, underWay }: CopyCounts): string {
  return [
    `${formatCount(copied, 'game')} copied`,
    ...(known === 0 ? [] : [`${known} were there already`]),
    ...(underWay === 0 ? [] : [`${underWay} left that ${underWay === 1 ? 'is' : 'are'} under way: copy again later`]),
  ].join(', ');
}
