/** The files of `deploy/` that containers and Prometheus read, by what reads them, and against a real host. */
import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { readDockerfile } from '../../support/dockerfile.js';
import { inRepository } from '../../support/fixtures.js';
import { createArenaEngine, type ArenaEngine } from '../../support/arena-engine.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';
import { findInstalled } from '../../support/servers/find-installed.js';
import { PROMETHEUS, PROMTOOL, TestPrometheus } from '../../support/servers/prometheus.js';
import { findFreePort } from '../../support/free-port.js';
import { until } from '../../support/soon.js';

const run = promisify(execFile);
const ALERTS = inRepository('deploy/monitoring/alerts.yml');
const TOKEN = 'a-token-of-the-tests';

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
}

/** For each alert, a series that must fire it. `VALUExCOUNT` is a value and how often it is repeated, once a minute. */
const FIRING: Readonly<Record<string, string>> = {
  HostDown: 'up{job="serpentarium", instance="one"} 0x60',
  TurnsLost: 'serpentarium_turns_total{instance="one", snake="/a", used="probably-lost"} 0+1x60',
  StrategyFails: 'serpentarium_moves_total{instance="one", snake="/a", outcome="late"} 0+10x60',
  ChildrenCrash: 'serpentarium_child_restarts_total{instance="one", snake="/a"} 0+2x60',
  EventLoopLate: 'serpentarium_event_loop_delay_seconds{instance="one", statistic="p99"} 0.2x60',
  SharesShort: 'serpentarium_least_share_seconds{instance="one", snake="/a"} 0.02x60',
  JournalLosesEvents: 'serpentarium_journal_entries_total{instance="one", outcome="dropped"} 0+1x60',
  JournalWaits: 'serpentarium_journal_waiting_entries{instance="one"} 168x60',
  JournalBehind: 'serpentarium_journal_spool_age_seconds{instance="one"} 600x60',
  JournalDamaged: 'serpentarium_journal_files_damaged_total{instance="one"} 0x30 1x30',
  ReloadFailed: 'serpentarium_config_last_reload_successful{instance="one"} 0x60',
};

describe('deploy/monitoring', () => {
  let host: HostProcess;
  let prometheus: TestPrometheus;
  const engine = createArenaEngine('arena');
  const over = new AbortController();
  let games: Promise<void> | undefined;
  before(async function () {
    if (PROMETHEUS === undefined || PROMTOOL === undefined) this.skip();
    const snakes = ['greedy', 'champion'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const journal = { path: path.join(folder, 'journal.db') };
    const strategies = inRepository('strategies');
    host = await spawnHost({ snakes, strategies, journal }, { SERPENTARIUM_TOKEN: TOKEN });
    prometheus = await TestPrometheus.start(host.admin, TOKEN);
    games = playUntil(over.signal, engine, host.url);
    await fetch(`${host.url}/nobody`);
  });
  after(async () => {
    over.abort();
    await games;
    engine.close();
    await prometheus?.close();
    await killProcesses();
  });

  it("serves metrics whose names and labels Prometheus accepts, except the ones of Node's library", async () => {
    const response = await fetch(`${host.admin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const checking = run(PROMTOOL!, ['check', 'metrics']);
    checking.child.stdin!.end(await response.text());
    const { stderr } = await checking.catch((failed: { stderr: string }) => failed);
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_'))).to.deep.equal([]);
  });

  it('has a dashboard each of whose queries finds something on a real host', async () => {
    const empty: string[] = [];
    for (const query of dashboardQueries())
      await until(async () => (await prometheus.query(query)).length > 0, 30_000).catch(() => empty.push(query));
    expect(empty).to.eql([]);
  });

  it('fills the variables of the dashboard', async () => {
    for (const { query } of readDashboard().templating.list) {
      const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(query)!;
      const series = await prometheus.query(metric!);
      expect(
        series.map((one) => one.metric[label!]),
        query,
      ).to.include(label === 'snake' ? '/greedy' : new URL(host.admin).host);
    }
  });

  it('has alert rules about metrics that a real host has', async () => {
    const text = readFileSync(ALERTS, 'utf8');
    for (const name of new Set(text.match(/serpentarium_\w+/g)))
      expect(await prometheus.query(`count({__name__="${name}"})`), name).to.have.lengthOf(1);
  });

  it('fires each alert when it should, and none of them on a calm host', async () => {
    const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(Object.keys(FIRING)).to.have.members(alerts);
    const fired = await Promise.all(alerts.map((alert) => firedBy(FIRING[alert]!)));
    expect(fired).to.eql(alerts.map((alert) => [alert]));
    expect(await firedBy('up{job="serpentarium", instance="one"} 1x60')).to.eql([]);
  });
});

describe('deploy/container', () => {
  after(killProcesses);

  it('has a file that docker-compose takes', async function () {
    const program = findInstalled('docker-compose');
    if (program === undefined) this.skip();
    const words = ['-f', inRepository('deploy/container/compose.yaml'), 'config'];
    const variables = { SERPENTARIUM_TOKEN: TOKEN, POSTGRES_PASSWORD: 'word', GRAFANA_PASSWORD: 'word' };
    const { stdout } = await run(program, words, { env: { ...process.env, ...variables } });
    expect(stdout).to.include('postgres://serpentarium:word@postgres/serpentarium');
    const missing = await run(program, words).catch((failed: { stderr: string }) => failed);
    expect(missing.stderr).to.include('see example.env');
  });

  it('copies all that a host needs into its image', async () => {
    const image = mkdtempSync(path.join(folder, 'image-'));
    for (const name of copiedIntoImage()) symlinkSync(inRepository(name), path.join(image, name));
    mkdirSync(path.join(image, 'data'));
    const env = { ...process.env, PORT: '0', ADMIN_PORT: '0', HOST: '127.0.0.1' };
    const host = spawn(process.execPath, ['dist/src/cli.js', 'serve'], {
      cwd: image,
      env,
      stdio: ['ignore', 'pipe', 2],
    });
    let output = '';
    host.stdout!.on('data', (data: Buffer) => (output += data.toString()));
    await until(() => output.includes('"serving"') || host.exitCode !== null, 120_000);
    host.kill('SIGTERM');
    if (host.exitCode === null) await once(host, 'exit');
    expect(host.exitCode).to.equal(0);
    expect(output).to.include('"serving"');
  });

  it('knows a host that is ready from one that is not there', async () => {
    const host = await spawnHost({
      snakes: [{ prefix: '/greedy', strategy: 'greedy' }],
      strategies: inRepository('strategies'),
    });
    const { words } = dockerfile().instructions.find(({ name }) => name === 'HEALTHCHECK')!;
    const [, ...command] = JSON.parse(words.slice(words.indexOf('CMD') + 1).join(' ')) as string[];
    const ask = (port: number) => run(process.execPath, command, { env: { PORT: String(port) } });
    await ask(host.port);
    const refused = await ask(await findFreePort()).catch((failed: { code: number }) => failed);
    expect(refused).to.include({ code: 1 });
  });
});

/** Of all tests of this file. */
const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-deploy-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The alerts that fire within an hour of a series, as Prometheus itself reports when a rule test expects none. */
async function firedBy(series: string): Promise<string[]> {
  const cut = series.lastIndexOf('} ') + 1;
  const input = { series: series.slice(0, cut), values: series.slice(cut).trim() };
  const expected = Array.from({ length: 60 }, (_, minute) =>
    Object.keys(FIRING).map((alertname) => ({ eval_time: `${minute}m`, alertname, exp_alerts: [] })),
  );
  const file = path.join(mkdtempSync(path.join(folder, 'rules-')), 'test.yml');
  const test = { interval: '1m', input_series: [input], alert_rule_test: expected.flat() };
  writeFileSync(file, stringify({ rule_files: [ALERTS], tests: [test] }));
  const { stderr } = await run(PROMTOOL!, ['test', 'rules', file]).catch((failed: { stderr: string }) => failed);
  return [...new Set(stderr.match(/(?<=alertname: )\w+/g))];
}

/** Some gauges only show running games, and the shares need snakes that think. */
async function playUntil(over: AbortSignal, engine: ArenaEngine, url: string): Promise<void> {
  while (!over.aborted) await engine.play([`${url}/champion`, `${url}/greedy`], { timeout: 300, maxTurns: 20 });
}

function dockerfile() {
  return readDockerfile(readFileSync(inRepository('deploy/container/Dockerfile'), 'utf8'));
}

/** The paths in the repository that the last stage copies from the first. */
function copiedIntoImage(): string[] {
  return dockerfile()
    .instructions.filter(({ name, words }) => name === 'COPY' && words[0]?.startsWith('--from='))
    .map(({ words }) => words[1]!.replace('/srv/serpentarium/', ''));
}

function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(inRepository('deploy/monitoring/dashboard.json'), 'utf8')) as Dashboard;
}

/** Its queries, as Grafana sends them for all hosts and snakes. */
function dashboardQueries(): string[] {
  return readDashboard()
    .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((query) => query.replaceAll('$__rate_interval', '30s').replaceAll(/\$(host|snake)/g, '.*'));
}
