/** `serpentarium games`: lists the games in the journal, with the ids for `replay` and `analyse`. */
import type { Command } from 'commander';
import { wordOf, whole } from '../arguments.js';
import { JOURNAL_RESULTS, type JournalResult } from '../../views/game-rows.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { addFilterFlags, readFilter, type FilterFlags } from './filter-flags.js';
import { formatGames } from './format-games.js';
import { openJournal, withJournal } from './open-journal.js';

interface GamesFlags extends FilterFlags {
  readonly result?: JournalResult;
  readonly limit: number;
  readonly json?: true;
}

export function addGamesCommand(program: Command): void {
  const command = program.command('games');
  addFilterFlags(command)
    .option('--result <RESULT>', `only games with this result: ${JOURNAL_RESULTS.join(', ')}`, wordOf(JOURNAL_RESULTS))
    .option('--limit <N>', 'at most this many games', whole(1, 500), 20)
    .option('--json', 'print JSON')
    .action(listGames);
}

async function listGames({ result, limit, json, ...flags }: GamesFlags): Promise<void> {
  return withJournal(openJournal, flags.config, async (journal) => {
    const filter = readFilter(flags, await journal.listNames());
    const page = await journal.listGames({ ...filter, result, limit });
    if (json) printJson(page, 2);
    else print(formatGames(page, terminalWidth()));
  });
}
