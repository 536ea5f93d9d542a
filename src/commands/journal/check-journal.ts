/** `serpentarium journal check`: reads all of a journal, and says what is wrong with it. */
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { showProgress } from '../contest/contest-progress.js';
import { EXIT } from '../exit-codes.js';
import { findAddress, openJournalDatabase } from './open-journal.js';
import { readAddress } from './read-address.js';

/** Checks the journal at an address, or that of the configuration. */
export async function checkJournal(
  word: string | undefined,
  { config, json }: { readonly config: string; readonly json?: true },
): Promise<void> {
  const opened = await openJournalDatabase(word === undefined ? findAddress(config) : readAddress(word), 'read');
  const { checkGames } = await import('../../journal/upkeep/check-games.js');
  let counts = { games: 0, turns: 0 };
  const wrong = new Set<string>();
  const flaws: { of: string; flaw: string }[] = [];
  const progress = showProgress({
    output: process.stderr,
    pairs: () => counts.games,
    format: (rate) => `${formatCount(counts.games, 'game')} checked, ${Math.round(rate)}/s, ${wrong.size} wrong`,
  });
  try {
    counts = await checkGames(opened.db, {
      flaw({ of, flaw }) {
        wrong.add(of);
        flaws.push({ of, flaw });
        if (json !== true) print(printable(`${of}: ${flaw}`));
      },
      progress: (now) => (counts = now),
    });
  } finally {
    progress();
    await opened.db.destroy();
  }
  const checked = `${formatCount(counts.games, 'game')} with ${formatCount(counts.turns, 'turn')} checked`;
  if (json === true) printJson({ ...counts, flaws }, 2);
  else print(wrong.size === 0 ? `${checked}: all is well` : `${checked}: ${wrong.size} wrong`);
  process.exitCode = wrong.size === 0 ? EXIT.ok : EXIT.failed;
}
