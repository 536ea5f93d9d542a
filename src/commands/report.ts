/** `serpentarium report`: how the snakes did in the games that the journal keeps. */
import { InvalidArgumentError, type Command } from 'commander';
import { parseSince } from '../journal/since.js';
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

export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('tell how the snakes did in the games that were kept, and what the experiments say')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--snake <PREFIX>', 'this snake alone')
    .option('--experiment <NAME>', 'this experiment alone')
    .option('--since <TIME>', 'games that began since then: 7d, 12h, 2026-08-01', readSince)
    .option('--ruleset <NAME>', 'games of this ruleset')
    .option('--map <ID>', 'games on this map')
    .option('--json', 'for programs')
    .action(report);
}

async function report({ config, json, ...filter }: ReportFlags): Promise<void> {
  const journal = await openJournal(config);
  try {
    const told = await journal.report(filter);
    console.log(json ? JSON.stringify(told, undefined, 2) : formatReport(told));
  } finally {
    await journal.close();
  }
}

function readSince(text: string): number {
  const moment = parseSince(text, Date.now());
  if (moment === undefined) throw new InvalidArgumentError('It takes a date, or a time such as 7d or 12h.');
  return moment;
}
