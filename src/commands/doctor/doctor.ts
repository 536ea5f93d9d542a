/** `serpentarium doctor`: finds the problems of this machine and its configuration, of webhooks, or of servers. */
import { EXIT, usageFault } from '../../errors/errors.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { showProgress } from '../../terminal/progress.js';
import { print, printJson } from '../../terminal/print.js';
import { baseUrl, time } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, configFlag, flag, JSON_FLAG } from '../flags.js';
import { formatDiagnosis, worstOf, type Diagnosis } from './finding.js';
import { inspectMachine } from './inspect-machine.js';
import { inspectServer, type ServerDiagnosis } from './inspect-server.js';
import { inspectWebhooks } from './inspect-webhooks.js';
import { PHASES, type Phase } from './phases.js';

const ABOUT_SERVERS = [
  flag('-t, --timeout <TIME>', 'with a URL: the timeout of the engine', time('50ms', '1m'), 500),
  flag(
    '--pause <TIME>',
    'with a URL: idle time of the tested connection; engines keep theirs for 90s',
    time('100ms', '10m'),
    6000,
  ),
];
const ABOUT_THIS_MACHINE = [
  configFlag('without a URL: the configuration'),
  flag('--alerts', 'instead of all else, post a test alert to each webhook'),
];

export default defineCommand({
  arguments: [argument('[URL...]', 'snake servers: this host or any other', serverUrl)],
  flags: [...ABOUT_THIS_MACHINE, ...ABOUT_SERVERS, JSON_FLAG],
  exits: { 0: 'no problem, or only warnings', 1: 'something is BAD', 2: 'wrong usage, or a wrong configuration' },
  examples: ['doctor', 'doctor https://snakes.example/first', 'doctor --alerts'],
  async run({ words: [servers], flags: { json, config, alerts, ...options }, given }) {
    const others = servers.length > 0 ? ABOUT_THIS_MACHINE : ABOUT_SERVERS;
    for (const { name, option } of others) {
      if (!given.includes(name)) continue;
      throw usageFault(option.long!, servers.length > 0 ? 'is about this machine: leave out the URL.' : 'needs a URL.');
    }
    const inspections = servers.map((url) => (): Promise<Diagnosis> => inspectServer(url, options));
    if (servers.length === 0) inspections.push(() => (alerts ? inspectWebhooks(config) : inspectMachine(config)));
    const diagnoses: Diagnosis[] = [];
    for (const inspect of inspections) {
      const [done, format] = [() => diagnoses.length, () => 'checking …'];
      const diagnosis = await inspect().finally(showProgress({ output: process.stderr, done, format }));
      if (!json) print(`${diagnoses.length > 0 ? '\n' : ''}${formatWhole(diagnosis, terminalWidth())}`);
      diagnoses.push(diagnosis);
    }
    const verdict = worstOf(diagnoses.flatMap(({ findings }) => findings));
    if (json) printJson({ verdict, diagnoses }, 2);
    process.exitCode = verdict === 'bad' ? EXIT.failed : EXIT.ok;
  },
});

function serverUrl(word: string): URL {
  baseUrl(word);
  return new URL(word);
}

const NAMES: Readonly<Record<Phase, string>> = {
  lookup: 'name look-up',
  connection: 'connection',
  tls: 'TLS',
  waiting: 'waiting for the answer',
};

/** With the percentiles of each phase of the requests to a server. */
function formatWhole(diagnosis: Diagnosis & Partial<ServerDiagnosis>, width: number): string {
  const rows = PHASES.flatMap((phase) => {
    const found = diagnosis.latency?.[phase];
    if (found === undefined) return [];
    const numbers = [found.p50, found.p95, found.max].map((ms) => ms.toFixed(1));
    return [[NAMES[phase], ...numbers, `${found.count}`]];
  });
  const latency = formatTable(['time in ms', 'p50', 'p95', 'max', 'measured'], rows, { width });
  return [formatDiagnosis(diagnosis, width), ...(rows.length === 0 ? [] : ['', latency])].join('\n');
}
