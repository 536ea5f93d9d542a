/**
 * What the host costs: `/move` through the whole stack against raw `node:http` that reads, parses and answers, with the
 * same 2 KB bodies over 32 connections, each a game of its own. The strategy is the smallest, so all the time is ours.
 *
 * Every server has a process of its own on one core, the host with its children; the load comes from another. They are
 * measured in turn, many times, and compared within each turn: what else the machine does meanwhile befalls all alike.
 */
import { formatTable } from '../../src/terminal/format-table.js';
import { inRepository } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { drive, Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { WalkingGame } from './support/walking-game.js';

const CONNECTIONS = 32;
const ROUNDS = 9;
const ROUND_MS = 1500;
const WARM_UP_MS = 3000;

interface Side {
  readonly name: string;
  readonly server: ServedProcess;
  readonly players: readonly Player[];
  /** One figure a round: answers a second, and CPU time for each in µs. */
  readonly rates: number[];
  readonly costs: number[];
  /** Share of its core that the load generator used: near 1, it would be what is measured. */
  readonly busy: number[];
}

const snakes = (isolation: string) => `  - { prefix: /constant, strategy: constant, isolation: ${isolation} }`;
const host = (isolation: string) => ServedProcess.host(inRepository('strategies'), snakes(isolation), 'one core');
const servers = {
  'raw node:http': await ServedProcess.raw('one core'),
  'host, inline': await host('inline'),
  'host, process': await host('process'),
};
pinLoadGenerator();
const sides: Side[] = [];
for (const [name, server] of Object.entries(servers)) {
  const open = () => Player.open(server.port, '/constant', new WalkingGame());
  const players = await Promise.all(Array.from({ length: CONNECTIONS }, open));
  sides.push({ name, server, players, rates: [], costs: [], busy: [] });
}

for (const { players } of sides) await drive(players, WARM_UP_MS);
for (let round = 0; round < ROUNDS; round++) for (const side of sides) await measure(side);
for (const { players, server } of sides) {
  for (const player of players) player.close();
  await server.stop();
}

const [raw] = sides;
const rows = sides.map(({ name, rates, costs, busy }) => [
  name,
  Math.round(quantile(rates, 0.5)).toLocaleString('en'),
  formatSpread(ratios(rates, raw!.rates)),
  quantile(costs, 0.5).toFixed(0),
  formatSpread(ratios(raw!.costs, costs)),
  quantile(busy, 0.5).toFixed(2),
]);
console.log(formatTable(['', 'moves/s', 'of raw (min–max)', 'µs CPU', 'raw/host CPU', 'load busy'], rows));

async function measure({ server, players, rates, costs, busy }: Side): Promise<void> {
  const before = server.cpuMs();
  const ours = process.cpuUsage();
  const { requests, seconds } = await drive(players, ROUND_MS);
  const { user, system } = process.cpuUsage(ours);
  rates.push(requests / seconds);
  costs.push((1000 * (server.cpuMs() - before)) / requests);
  busy.push((user + system) / 1e6 / seconds);
}
