/** `serpentarium games`: lists the games in the journal, with the ids for `replay` and `analyse`. */
import { whole } from '../arguments.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { defineCommand } from '../define-command.js';
import { flag, JSON_FLAG } from '../flags.js';
import { FILTER_FLAGS, readFilter, RESULT_FLAG } from './filter-flags.js';
import { formatGames } from './format-games.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';

export default defineCommand({
  flags: [...FILTER_FLAGS, RESULT_FLAG, flag('--limit <N>', 'at most this many games', whole(1, 500), 20), JSON_FLAG],
  exits: { 0: 'listed', 2: 'wrong usage' },
  examples: ['games', 'games --since 7d --result loss'],
  run: ({ flags: { result, limit, json, ...flags } }) =>
    withJournal(openJournal, flags.config, async (journal) => {
      const filter = readFilter(flags, await journal.listNames());
      const page = await journal.listGames({ ...filter, result, limit });
      if (json) printJson(page, 2);
      else print(formatGames(page, terminalWidth()));
    }),
});
