/** `serpentarium games`: lists the games that the journal keeps, with the ids that `replay` and `autopsy` take. */
import { InvalidArgumentError, type Command } from 'commander';
import { whole } from '../arguments.js';
import { didYouMean } from '../../did-you-mean.js';
import { JOURNAL_RESULTS, type JournalResult } from '../../journal/game-rows.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { addFilterFlags, readFilter, type FilterFlags } from './filter-flags.js';
import { formatGames } from './format-games.js';
import { openJournal } from './open-journal.js';

interface GamesFlags extends FilterFlags {
  readonly result?: JournalResult;
  readonly limit: number;
  readonly json?: true;
}

export function addGamesCommand(program: Command): void {
  const command = program.command('games');
  addFilterFlags(command)
    .option('--result <RESULT>', `only games that ended so: ${JOURNAL_RESULTS.join(', ')}`, readResult)
    .option('--limit <N>', 'at most this many', whole(1, 500), 20)
    .option('--json', 'print JSON')
    .action(listGames);
}

async function listGames({ result, limit, json, ...flags }: GamesFlags): Promise<void> {
  const journal = await openJournal(flags.config);
  try {
    const filter = readFilter(flags, await journal.listNames());
    const page = await journal.listGames({ ...filter, result, limit });
    if (json) printJson(page, 2);
    else print(formatGames(page, terminalWidth()));
  } finally {
    await journal.close();
  }
}

function readResult(text: string): JournalResult {
  const result = JOURNAL_RESULTS.find((known) => known === text);
  if (result !== undefined) return result;
  throw new InvalidArgumentError(`Expected one of ${JOURNAL_RESULTS.join(', ')}.${didYouMean(text, JOURNAL_RESULTS)}`);
}
