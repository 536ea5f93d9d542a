/** `serpentarium doctor`: what stands in the way of a server of snakes, ours or not. */
import type { Command } from 'commander';
import { formatTable } from '../../terminal/format-table.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { timeFlag } from '../arguments.js';
import { baseUrl } from '../base-url.js';
import { EXIT } from '../exit-codes.js';
import { formatFindings, worstOf } from './finding.js';
import { inspectServer, type InspectOptions, type ServerReport } from './inspect-server.js';
import { PHASES, type Phase } from './phases.js';

interface DoctorFlags extends InspectOptions {
  readonly json?: true;
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .argument('<URL...>', 'servers of snakes, ours or others', readServers)
    .addOption(
      timeFlag('--timeout', 'time that engines allow for an answer', { min: '50ms', max: '1m', fallback: '500ms' }),
    )
    .addOption(
      timeFlag('--pause', 'how long an idle connection is left alone: engines keep theirs for 90s', {
        min: '100ms',
        max: '10m',
        fallback: '6s',
      }),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 all is well, but for warnings; 1 something is BAD; 2 wrong usage.')
    .action(doctor);
}

async function doctor(servers: readonly URL[], { json, ...options }: DoctorFlags): Promise<void> {
  const reports: ServerReport[] = [];
  for (const [index, url] of servers.entries()) {
    const report = await inspectServer(url, options);
    reports.push(report);
    if (!json) printReport(report, index > 0);
  }
  const findings = reports.flatMap((report) => report.findings);
  if (json) printJson({ verdict: worstOf(findings), servers: reports }, 2);
  process.exitCode = worstOf(findings) === 'bad' ? EXIT.failed : EXIT.ok;
}

function printReport(report: ServerReport, isLater: boolean): void {
  const width = terminalWidth();
  print(`${isLater ? '\n' : ''}${formatFindings(report.url, report.findings, width)}`);
  const latency = formatLatency(report, width);
  if (latency !== '') print(`\n${latency}`);
}

function readServers(word: string, before: readonly URL[] = []): readonly URL[] {
  baseUrl(word);
  return [...before, new URL(word)];
}

const NAMES: Readonly<Record<Phase, string>> = {
  lookup: 'name look-up',
  connection: 'connection',
  tls: 'TLS',
  waiting: 'waiting for the answer',
};

/** The percentiles of each part of a request's time; empty if nothing was measured. */
function formatLatency({ latency }: ServerReport, width: number): string {
  const rows = PHASES.flatMap((phase) => {
    const found = latency[phase];
    if (found === undefined) return [];
    const numbers = [found.p50, found.p95, found.max].map((ms) => ms.toFixed(1));
    return [[NAMES[phase], ...numbers, `${found.count}`]];
  });
  return rows.length === 0 ? '' : formatTable(['time in ms', 'half', '95 %', 'longest', 'measured'], rows, { width });
}
