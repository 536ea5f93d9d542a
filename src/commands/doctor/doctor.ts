/** `serpentarium doctor`: finds the problems of a snake server, ours or another. */
import type { Command } from 'commander';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { print, printJson } from '../../terminal/print.js';
import { EXIT } from '../../errors/errors.js';
import { timeFlag, baseUrl } from '../arguments.js';
import { formatFindings, worstOf, skipped, type Finding } from './finding.js';
import { PHASES, type Phase } from './phases.js';
import { checkKeepAlive, measure, type Budget, type Measured } from './check-connections.js';
import { checkDialects, checkManyGames, checkProbe } from './check-games.js';
import { checkFirstLook } from './check-first-look.js';
import { checkCorpse, checkRequests } from './check-requests.js';
import { EngineSession } from './engine-session.js';

interface DoctorFlags extends InspectOptions {
  readonly json?: true;
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .argument('<URL...>', 'snake servers: this host or any other', readServers)
    .addOption(timeFlag('-t, --timeout', 'the timeout of the engine', { min: '50ms', max: '1m', fallback: '500ms' }))
    .addOption(
      timeFlag('--pause', 'idle time of the tested connection; engines keep theirs for 90s', {
        min: '100ms',
        max: '10m',
        fallback: '6s',
      }),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 no problem, or only warnings; 1 something is BAD; 2 wrong usage.')
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

/** The percentiles of each phase of a request; empty without measurements. */
function formatLatency({ latency }: ServerReport, width: number): string {
  const rows = PHASES.flatMap((phase) => {
    const found = latency[phase];
    if (found === undefined) return [];
    const numbers = [found.p50, found.p95, found.max].map((ms) => ms.toFixed(1));
    return [[NAMES[phase], ...numbers, `${found.count}`]];
  });
  return rows.length === 0 ? '' : formatTable(['time in ms', 'half', '95 %', 'longest', 'measured'], rows, { width });
}

export interface ServerReport {
  /** Without its query, which may hold a key. */
  readonly url: string;
  readonly findings: readonly Finding[];
  /** In ms; empty without measurements. */
  readonly latency: Measured['latency'];
  readonly budget: Budget | undefined;
}

interface InspectOptions {
  /** The engine's timeout for a turn, in ms. */
  readonly timeout: number;
  /** How long a connection is left idle, in ms. */
  readonly pause: number;
}

/** Sends a server every kind of request that engines send. Every game is a solo game, or ends in a draw. */
export async function inspectServer(url: URL, { timeout, pause }: InspectOptions): Promise<ServerReport> {
  const session = new EngineSession(url, timeout);
  try {
    const shown = url.origin + url.pathname;
    const { findings, isSnake } = await checkFirstLook(session);
    const begun = isSnake ? [...findings, await checkProbe(session)] : findings;
    const { check, verdict } = begun.at(-1)!;
    if (verdict === 'bad') {
      const rest = skipped('all else', `not tried until "${check}" is ok`);
      return { url: shown, findings: [...begun, rest], latency: {}, budget: undefined };
    }
    // The pause passes while the games are played.
    const keepAlive = checkKeepAlive(session, pause);
    const games = [...(await checkDialects(session)), ...(await checkRequests(session)), await checkCorpse(session)];
    const many = await checkManyGames(session);
    const { latency, budget, findings: distance } = await measure(session);
    return { url: shown, findings: [...begun, ...games, many, await keepAlive, ...distance], latency, budget };
  } finally {
    session.close();
  }
}
