/** `serpentarium report`: how the snakes did in the games that the journal keeps. */
import { InvalidArgumentError, type Command } from 'commander';
import { parseSince } from '../journal/since.js';
import { print, printJson } from '../terminal/print.js';
import { DEFAULT_CONFIG } from './arguments.js';
import { formatReport } from './format-report.js';
import { openJournal } from './open-journal.js';

interface ReportFlags {
  readonly config: string;
  readonly snake?: string;
  readonly experiment?: string;
  readonly since?: number;
  readonly ruleset?: string;
  readonly map?: string;
  readonly json?: true;
}

/** Adds the command to the program. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('show results of kept games and experiments')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--snake <PREFIX>', 'only this snake')
    .option('--experiment <NAME>', 'only this experiment')
    .option('--since <TIME>', 'only games that began since: 7d, 12h, 2026-08-01', readSince)
    .option('--ruleset <NAME>', 'only games of this ruleset')
    .option('--map <ID>', 'only games on this map')
    .option('--json', 'print JSON')
    .action(printReport);
}

async function printReport({ config, json, ...filter }: ReportFlags): Promise<void> {
  const journal = await openJournal(config);
  try {
    const report = await journal.report(filter);
    if (json) printJson(report, 2);
    else print(formatReport(report));
  } finally {
    await journal.close();
  }
}

function readSince(text: string): number {
  const moment = parseSince(text, Date.now());
  if (moment === undefined) throw new InvalidArgumentError('Expected a date, or a time such as 7d or 12h.');
  return moment;
}
