/**
 * Does a quiet snake notice what a stranger posts to its neighbour? Measures the answers of a light snake while bodies
 * of 5 MB arrive for another one, two a second: a long string, cells, snakes, nonsense.
 *
 * The stranger is a thread, so that making and sending the bodies does not delay what is measured.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { formatTable } from '../../src/terminal/format-table.js';
import { fixture } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { quantile } from './support/figures.js';
import { MoveBodies } from './support/move-bodies.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';

const ROUND_MS = 6000;
const PAUSE_MS = 2;
const POST_EVERY_MS = 500;
const MB = 1024 * 1024;

const SNAKES = '  - { prefix: /light, strategy: up, isolation: inline }\n  - { prefix: /other, strategy: up }';

const cell = (index: number) => `{"x":${index % 100},"y":${Math.floor(index / 100) % 100}}`;
const snake = (id: number) => `{"id":"s${id}","name":"s","health":90,"body":[${cell(id)},${cell(id)}],"shout":""}`;
const list = (length: number, item: (index: number) => string) => Array.from({ length }, (_, i) => item(i)).join();
const body = (rest: { pad?: string; hazards?: string; snakes?: string }) =>
  `{"game":{"id":"big-${Math.random()}","timeout":500},"turn":3,"board":{"width":100,"height":100,"food":[],"hazards":[${
    rest.hazards ?? ''
  }],"snakes":[${snake(1)}${rest.snakes ?? ''}]},"you":${snake(1)}${rest.pad ?? ''}}`;

/** What is posted, by name. */
const BODIES: Readonly<Record<string, () => string>> = {
  'one long string': () => body({ pad: `,"pad":"${'a'.repeat(5 * MB)}"` }),
  'hazards, 40,000 allowed': () => body({ hazards: list(40_000, cell), pad: `,"pad":"${'a'.repeat(4.4 * MB)}"` }),
  'hazards, too many': () => body({ hazards: list(350_000, cell) }),
  'snakes, 2,000': () => body({ snakes: `,${list(2000, (id) => snake(id + 2))}` }),
  'snakes, too many': () => body({ snakes: `,${list(55_000, (id) => snake(id + 2))}` }),
  'not JSON': () => '[[],'.repeat(1.25 * MB),
};

if (isMainThread) await measure();
else await post(workerData as Order);

interface Order {
  readonly port: number;
  readonly text: string;
}

async function measure(): Promise<void> {
  const server = await ServedProcess.host(fixture('strategies'), SNAKES, 'all cores');
  pinLoadGenerator();
  const light = await Player.open(server.port, '/light', new MoveBodies());
  await sample(light, ROUND_MS);
  const rows = [toRow('nothing', await sample(light, ROUND_MS), '')];
  for (const [name, make] of Object.entries(BODIES)) {
    const order: Order = { port: server.port, text: make() };
    const stranger = new Worker(new URL(import.meta.url), { workerData: order });
    const statuses: number[] = [];
    stranger.on('message', (status: number) => statuses.push(status));
    rows.push(toRow(name, await sample(light, ROUND_MS), tally(statuses)));
    await stranger.terminate();
  }
  light.close();
  await server.stop();
  console.log(formatTable(['beside', 'p50 ms', 'p99 ms', 'max ms', 'answers to the stranger'], rows));
}

async function sample(player: Player, duration: number): Promise<number[]> {
  const took: number[] = [];
  for (const end = performance.now() + duration; performance.now() < end; await wait(PAUSE_MS)) {
    took.push(await player.ask());
  }
  return took;
}

function toRow(name: string, took: readonly number[], answers: string): string[] {
  return [name, ...[0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(1)), answers];
}

function tally(statuses: readonly number[]): string {
  return [...new Set(statuses)]
    .map((one) => `${statuses.filter((status) => status === one).length} × ${one}`)
    .join(', ');
}

/** Reports a status to the thread that measures. */
function report(status: number): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
  parentPort!.postMessage(status);
}

/** Posts the body again and again, until the thread ends. */
async function post({ port, text }: Order): Promise<void> {
  const sent = Buffer.from(text);
  const headers = { 'content-length': sent.length };
  const agent = new Agent({ keepAlive: true });
  for (;;) {
    const call = request({ port, agent, path: '/other/move', method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => report(response.statusCode ?? 0));
    });
    call.on('error', () => report(0));
    call.end(sent);
    await wait(POST_EVERY_MS);
  }
}
