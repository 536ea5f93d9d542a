/** `serpentarium report`: how the snakes did in the games that the journal keeps. */
import type { Command } from 'commander';
import { whole } from '../arguments.js';
import { readConfig } from '../../config/read-config.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { linksOf } from '../game-links.js';
import { addFilterFlags, readFilter, type FilterFlags } from './filter-flags.js';
import { formatNewest } from './format-newest.js';
import { formatReport } from './format-report.js';
import { openJournal } from './open-journal.js';

interface ReportFlags extends FilterFlags {
  readonly limit?: number;
  readonly json?: true;
}

/** The newest games, which are listed with links to the page. */
const LISTED = 3;

/** Adds the command to the program. */
export function addReportCommand(program: Command): void {
  const command = program.command('report').description('show results of kept games and experiments');
  addFilterFlags(command)
    .option('--limit <N>', 'only the newest N of these games', whole(1, 1_000_000))
    .option('--json', 'print JSON')
    .action(printReport);
}

async function printReport({ limit, json, ...flags }: ReportFlags): Promise<void> {
  const journal = await openJournal(flags.config);
  try {
    const filter = readFilter(flags, await journal.listNames());
    const report = await journal.report({ ...filter, newest: limit });
    if (json) printJson(report, 2);
    else {
      print(formatReport(report, terminalWidth()));
      const { games } = await journal.listGames({ ...filter, limit: LISTED });
      const links = linksOf(readConfig(flags.config, process.env).config);
      if (links !== undefined && games.length > 0) print(`\n${formatNewest(games, links)}`);
    }
  } finally {
    await journal.close();
  }
}
