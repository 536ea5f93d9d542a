/** `serpentarium doctor`: what stands in the way of a host on this machine, or of a server on any. */
import type { Command } from 'commander';
import { formatTable } from '../../terminal/format-table.js';
import { print, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { DEFAULT_CONFIG, timeFlag } from '../arguments.js';
import { baseUrl } from '../base-url.js';
import { EXIT } from '../exit-codes.js';
import { surviveInlineStrategies } from '../stray-errors.js';
import { worstOf, type Finding, type Verdict } from './finding.js';
import { inspectMachine } from './local/inspect-machine.js';
import { inspectServer, type InspectOptions, type ServerReport } from './server/inspect-server.js';
import { PHASES, type Phase } from './server/phases.js';

interface DoctorFlags extends InspectOptions {
  readonly config: string;
  readonly json?: true;
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .argument('[URL...]', 'servers of snakes, ours or others; without one, this machine is looked at', readServers)
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
    .option('--config <FILE>', 'the configuration, for this machine', DEFAULT_CONFIG)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 all is well, but for warnings; 1 something is BAD; 2 wrong usage.')
    .action(doctor);
}

async function doctor(servers: readonly URL[] | undefined, { config, json, ...options }: DoctorFlags): Promise<void> {
  if (servers === undefined || servers.length === 0) {
    surviveInlineStrategies();
    const findings = await inspectMachine(config);
    if (json) printJson({ verdict: worstOf(findings), findings }, 2);
    else print(formatFindings('this machine', findings, terminalWidth()));
    return setExitCode(findings);
  }
  const reports: ServerReport[] = [];
  for (const [index, url] of servers.entries()) {
    const report = await inspectServer(url, options);
    reports.push(report);
    if (!json) printReport(report, index > 0);
  }
  const findings = reports.flatMap((report) => report.findings);
  if (json) printJson({ verdict: worstOf(findings), servers: reports }, 2);
  setExitCode(findings);
}

function printReport(report: ServerReport, isLater: boolean): void {
  const width = terminalWidth();
  const table = formatFindings(report.url, report.findings, width);
  print([...(isLater ? [''] : []), table].join('\n'));
  const latency = formatLatency(report, width);
  if (latency !== '') print(`\n${latency}`);
}

function setExitCode(findings: readonly Finding[]): void {
  process.exitCode = worstOf(findings) === 'bad' ? EXIT.failed : EXIT.ok;
}

function readServers(word: string, before: readonly URL[] = []): readonly URL[] {
  baseUrl(word);
  return [...before, new URL(word)];
}

const WORDS: Readonly<Record<Verdict, string>> = { good: 'ok', skipped: '-', warning: 'warning', bad: 'BAD' };

const NAMES: Readonly<Record<Phase, string>> = {
  lookup: 'name look-up',
  connection: 'connection',
  tls: 'TLS',
  waiting: 'waiting for the answer',
};

/** A table of all findings, and below it what to do. @param width in terminal columns. */
function formatFindings(subject: string, findings: readonly Finding[], width: number): string {
  const rows = findings.map(({ verdict, check, message }) => [WORDS[verdict], check, message]);
  const remedies = findings.flatMap(({ check, remedy }) => (remedy === undefined ? [] : [`${check}: ${remedy}`]));
  return [
    formatTable(['', 'check', subject], rows, { width, wraps: [2] }),
    ...(remedies.length === 0 ? [] : ['', 'What to do:', ...remedies]),
  ].join('\n');
}

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
