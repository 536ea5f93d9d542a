/**
 * How long the host takes from its start to the first answered `/move` with ten snakes, each in a separate process, and
 * how much memory the host and its children use then.
 *
 * For comparison each round also starts a raw `node:http` server, and ten of them at once, which shows what Node itself
 * takes for that many processes.
 */
import { formatTable } from '../../src/terminal/format-table.js';
import { inRepository } from '../support/fixtures.js';
import { formatSpread, ratios } from './support/figures.js';
import { record } from './support/record.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { MoveBodies } from './support/move-bodies.js';

const ROUNDS = 9;
const STRATEGIES = ['greedy', 'cautious', 'random', 'constant'] as const;
const PREFIXES = Array.from({ length: 10 }, (_, index) => `/snake-${index}`);
const YAML = PREFIXES.map((prefix, index) => {
  return `  - { prefix: ${prefix}, strategy: ${STRATEGIES[index % STRATEGIES.length]} }`;
}).join('\n');

const startRaw = () => ServedProcess.raw('all cores');
const startHost = () => ServedProcess.host(inRepository('strategies'), YAML, 'all cores');
const times: { raw: number[]; ten: number[]; first: number[]; all: number[] } = {
  raw: [],
  ten: [],
  first: [],
  all: [],
};
const memory: ReturnType<ServedProcess['memoryMb']>[] = [];

// The first round only warms up the disk cache.
await round();
for (const list of [...Object.values(times), memory]) list.length = 0;
for (let number = 0; number < ROUNDS; number++) await round();

const row = (name: string, side: number[]) => [name, formatSpread(side, 0), formatSpread(ratios(side, times.raw), 1)];
console.log(
  formatTable(
    ['until the first answer of', 'ms (min–max)', 'times raw'],
    [
      row('raw node:http', times.raw),
      row('raw node:http, ten at once', times.ten),
      row('the host with ten snakes', times.first),
      row('all ten snakes', times.all),
    ],
  ),
);
record(
  'seconds until all have answered',
  times.all.map((ms) => ms / 1000),
);
for (const key of ['private', 'proportional'] as const) {
  record(
    `MB ${key}`,
    memory.map((usage) => usage[key]),
  );
}
const mb = (key: 'private' | 'proportional') =>
  formatSpread(
    memory.map((usage) => usage[key]),
    0,
  );
console.log(`${memory[0]!.processes} processes: private ${mb('private')} MB, proportional ${mb('proportional')} MB`);

async function round(): Promise<void> {
  times.raw.push(await untilAnswered([await timed(startRaw)]));
  times.ten.push(await untilAnswered(await Promise.all(Array.from({ length: 10 }, () => timed(startRaw)))));

  const { begun, server } = await timed(startHost);
  await ask(server, PREFIXES[0]!);
  times.first.push(performance.now() - begun);
  for (const prefix of PREFIXES) await ask(server, prefix);
  times.all.push(performance.now() - begun);
  memory.push(server.memoryMb());
  await server.stop();
}

interface Started {
  readonly begun: number;
  readonly server: ServedProcess;
}

async function timed(start: () => Promise<ServedProcess>): Promise<Started> {
  const begun = performance.now();
  return { begun, server: await start() };
}

async function untilAnswered(started: readonly Started[]): Promise<number> {
  for (const { server } of started) await ask(server, '');
  const took = performance.now() - started[0]!.begun;
  for (const { server } of started) await server.stop();
  return took;
}

async function ask(server: ServedProcess, prefix: string): Promise<void> {
  const player = await Player.open(server.port, prefix, new MoveBodies());
  player.close();
}
