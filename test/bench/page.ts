/**
 * What the page costs: `/move` through a host whose live games 100 readers watch, against a host that nobody watches,
 * on the same requests; the list of games over 100,000 of them, by each filter; and the bytes of the page itself.
 *
 * Run it: `npm run bench -- page`, or one part: `npm run bench -- page --list`, `--moves`, `--weight`.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { formatTable } from '../../src/terminal/format-table.js';
import { inRepository } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { fillJournal, SINGLE_FILTERS } from './support/large-journal.js';
import { MoveBodies } from './support/move-bodies.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';

const READERS = 100;
const CONNECTIONS = 16;
const ROUNDS = 9;
const ROUND_MS = 1500;
const GAMES = 100_000;
const PREFIX = '/constant';

const wanted = process.argv.slice(2).map((flag) => flag.replace('--', ''));
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
if (isWanted('weight')) weigh();
if (isWanted('list')) await benchList();
if (isWanted('moves')) await benchMoves();

function weigh(): void {
  const folder = inRepository('dist/page');
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: string[] };
  const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    formatTable(
      ['file of the page', 'kB, gzipped'],
      [...sizes, { name: 'all', bytes: total }].map(({ name, bytes }) => [name, (bytes / 1000).toFixed(1)]),
    ),
  );
}

async function benchList(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
  try {
    const path = process.env['BENCH_JOURNAL'] ?? join(folder, 'games.db');
    if (process.env['BENCH_JOURNAL'] === undefined) await fillJournal(path, GAMES);
    const journal = await SqlJournal.read(path);
    const rows: string[][] = [];
    for (const [name, filter] of Object.entries(SINGLE_FILTERS)) {
      const times: number[] = [];
      for (let round = 0; round < 7; round++) {
        const begun = performance.now();
        await journal.listGames({ limit: 50, ...filter });
        times.push(performance.now() - begun);
      }
      const begun = performance.now();
      await journal.listGames({ limit: 50, ...filter, after: `${GAMES / 10}-ffff` });
      rows.push([name, formatSpread(times, 1), (performance.now() - begun).toFixed(1)]);
    }
    await journal.close();
    console.log(formatTable([`list of ${GAMES.toLocaleString('en')} games by`, 'ms', 'ms of a late page'], rows));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One of the compared hosts, with one figure for each round. */
interface Watched {
  readonly name: string;
  readonly server: ServedProcess;
  /** How many watch. */
  readonly count: number;
  readers: ChildProcess | undefined;
  players: readonly Player[];
  readonly rates: number[];
  readonly p99: number[];
  /** CPU time of the host for an answer, its readers included, in µs. */
  readonly costs: number[];
}

async function benchMoves(): Promise<void> {
  const hosts: Watched[] = [];
  for (const [name, readers] of [
    ['nobody watches', 0],
    [`${READERS} readers`, READERS],
  ] as const) {
    const snakes = `  - { prefix: ${PREFIX}, strategy: constant, isolation: inline }`;
    const server = await ServedProcess.host(inRepository('strategies'), snakes, 'one core', 'off', '{ port: 0 }');
    hosts.push({ name, server, count: readers, readers: undefined, players: [], rates: [], p99: [], costs: [] });
  }
  pinLoadGenerator();
  for (const host of hosts) {
    // Their process is a child of this one, so it shares this one's core and takes nothing from the hosts.
    if (host.count > 0) host.readers = await openReaders(host.server.adminPort, host.count);
    const open = () => Player.open(host.server.port, PREFIX, new MoveBodies());
    host.players = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    await drive(host, ROUND_MS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const host of hosts) {
      const before = host.server.cpuMs();
      const times = await drive(host, ROUND_MS);
      host.costs.push((1000 * (host.server.cpuMs() - before)) / times.length);
      host.rates.push(times.length / (ROUND_MS / 1000));
      host.p99.push(quantile(times, 0.99));
    }
  }
  for (const { readers, players, server } of hosts) {
    readers?.kill();
    for (const player of players) player.close();
    await server.stop();
  }
  const [base] = hosts;
  const rows = hosts.map(({ name, rates, p99, costs }) => [
    name,
    Math.round(quantile(rates, 0.5)).toLocaleString('en'),
    formatSpread(ratios(rates, base!.rates)),
    formatSpread(p99),
    formatSpread(ratios(p99, base!.p99)),
    quantile(costs, 0.5).toFixed(0),
  ]);
  console.log(
    formatTable(['/move, live games', 'moves/s', 'of unwatched (min–max)', 'p99, ms', 'of unwatched', 'µs CPU'], rows),
  );
}

/** The time of each answer, in ms. */
async function drive({ players }: Watched, ms: number): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  const play = async (player: Player) => {
    while (performance.now() - begun < ms) times.push(await player.ask());
  };
  await Promise.all(players.map(play));
  return times;
}

/** Opens the streams in a process beside this one. Resolves when all have their snapshot. */
async function openReaders(port: number, count: number): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./support/stream-readers.js', import.meta.url));
  const child = fork(program, [String(port), String(count)], { execArgv: [] });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}
