/**
 * What HAProxy and nginx cost, with the files of `deploy/`: `/move` through each against the host itself, and memory.
 *
 * Three hosts; the same bodies of 2 KB go directly to one of them and through each proxy, in turns of one round each.
 * Run it: `npm run build && node dist/test/bench/proxies.js`. A proxy that is not installed is left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Connections, exchange } from '../../src/exchange/exchange.js';
import { formatTable } from '../../src/terminal/format-table.js';
import { killProcesses } from '../support/host-process.js';
import { startHosts } from '../support/many-hosts.js';
import { PROXIES, type TestProxy } from '../support/servers/proxies.js';
import { formatSpread, quantile } from './support/figures.js';
import { MoveBodies } from './support/move-bodies.js';

const ROUNDS = 8;
/** Moves of a round, over all games at once. */
const MOVES = 1500;
const AT_ONCE = [1, 16, 200];
const TIMEOUT = 5000;

interface Way {
  readonly name: string;
  readonly url: URL;
  readonly proxy: TestProxy | undefined;
}

const hosts = await startHosts(['one', 'two', 'three']);
const installed = PROXIES.filter(({ program }) => program !== undefined);
const proxies = await Promise.all(installed.map((kind) => kind.start(hosts.map(({ port }) => port))));
const ways: readonly Way[] = [
  { name: 'directly', url: new URL(`${hosts[0]!.process.url}/base/move`), proxy: undefined },
  ...proxies.map((proxy, index) => ({ name: installed[index]!.name, url: new URL(`${proxy.url}/base/move`), proxy })),
];
const connections = new Connections();

for (const way of ways) await measure(way, 16);
const rows: string[][] = [];
for (const atOnce of AT_ONCE) {
  const rounds = ways.map((): { median: number; worst: number; rate: number }[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, way] of ways.entries()) rounds[index]!.push(await measure(way, atOnce));
  }
  for (const [index, { name, proxy }] of ways.entries()) {
    const of = (figure: 'median' | 'worst' | 'rate', digits: number) =>
      formatSpread(
        rounds[index]!.map((one) => one[figure]),
        digits,
      );
    const memory = proxy === undefined ? '' : memoryOf(proxy.pid).toFixed(0);
    rows.push([String(atOnce), name, of('median', 2), of('worst', 2), of('rate', 0), memory]);
  }
}
console.log(formatTable(['games at once', 'way', 'p50 ms', 'p99 ms', 'moves a second', 'proxy MB'], rows));
connections.close();
await Promise.all(proxies.map((proxy) => proxy.close()));
await killProcesses();

async function measure({ name, url }: Way, atOnce: number) {
  const took: number[] = [];
  const began = performance.now();
  const playOne = async () => {
    const bodies = new MoveBodies(TIMEOUT);
    for (let move = 0; move < Math.ceil(MOVES / atOnce); move++) {
      const sentAt = performance.now();
      const answer = await exchange({ method: 'POST', url, body: bodies.next(), timeout: TIMEOUT, connections });
      took.push(performance.now() - sentAt);
      if (!('status' in answer) || answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playOne));
  const rate = (took.length / (performance.now() - began)) * 1000;
  return { median: quantile(took, 0.5), worst: quantile(took, 0.99), rate };
}

/** Memory of a process and its children, in MB, with what they share counted once for each. */
function memoryOf(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const statuses = all.map((name) => {
    try {
      return readFileSync(`/proc/${name}/status`, 'utf8');
    } catch {
      return '';
    }
  });
  const isOurs = (status: string) => new RegExp(`^P?Pid:\\s+${pid}$`, 'm').test(status);
  const kilobytes = statuses.filter(isOurs).map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}
