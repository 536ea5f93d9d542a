/**
 * How long the host takes from its start to the first answered `/move` with ten snakes, each in a process of its own, and
 * how much memory host and children have then. The yardstick is a raw `node:http` server, started in turn with it, and
 * ten of it started at once: what Node itself takes for as many processes.
 */
import { formatTable } from '../../src/terminal/format-table.js';
import { inRepository } from '../support/fixtures.js';
import { formatSpread, ratios } from './support/figures.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { WalkingGame } from './support/walking-game.js';

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

await round();
for (const list of [...Object.values(times), memory]) list.length = 0;
for (let number = 0; number < ROUNDS; number++) await round();

const row = (name: string, side: number[]) => [name, formatSpread(side, 0), formatSpread(ratios(side, times.raw), 1)];
console.log(
  formatTable(
    ['to the first answer of', 'ms (min–max)', 'times raw'],
    [
      row('raw node:http', times.raw),
      row('raw node:http, ten at once', times.ten),
      row('the host with ten snakes', times.first),
      row('each of the ten snakes', times.all),
    ],
  ),
);
const mb = (key: 'private' | 'proportional') => formatSpread(memory.map((each) => each[key]), 0); // prettier-ignore
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
  const player = await Player.open(server.port, prefix, new WalkingGame());
  player.close();
}
