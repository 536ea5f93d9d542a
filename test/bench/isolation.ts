/**
 * Does a snake notice what its neighbour does? Measures the answers of a light snake while its neighbour is idle, and
 * while it spins: the spinner never returns, is killed after each deadline, and spins again in its next child.
 *
 * Both snakes are mounted in the same host, and the two states alternate. On one core the host and the spinning child
 * share it as the operating system decides; on all cores there is usually room for both.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { formatTable } from '../../src/terminal/format-table.js';
import { fixture } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile } from './support/figures.js';
import { Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { MoveBodies } from './support/move-bodies.js';

const ROUNDS = 5;
const ROUND_MS = 3000;
/** Pause between two moves, because a game does not ask for moves without a break. */
const PAUSE_MS = 2;
/** Time until the last spinning child has been killed. */
const CALM_MS = 700;

const SNAKES = '  - { prefix: /light, strategy: up }\n  - { prefix: /spinner, strategy: loop }';
const PLACES = ['one core', 'all cores'] as const;

const servers: ServedProcess[] = [];
for (const place of PLACES) servers.push(await ServedProcess.host(fixture('strategies'), SNAKES, place));
pinLoadGenerator();
const rows: string[][] = [];
for (const [index, place] of PLACES.entries()) rows.push(...(await compare(servers[index]!, place)));
for (const server of servers) await server.stop();
console.log(formatTable(['', 'light snake', 'p50 ms (min–max)', 'p99 ms (min–max)', 'p99 of all'], rows));

async function compare({ port }: ServedProcess, place: string): Promise<string[][]> {
  const light = await Player.open(port, '/light', new MoveBodies());
  const spinner = await Player.open(port, '/spinner', new MoveBodies({ turns: 1 }));
  const alone: number[][] = [];
  const beside: number[][] = [];
  await sample(light);
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await sample(light));
    beside.push(await besideSpinner(light, spinner));
    await wait(CALM_MS);
  }
  light.close();
  spinner.close();
  return [toRow(place, 'alone', alone), toRow('', 'beside a spinner', beside), toRatios(alone, beside)];
}

async function besideSpinner(light: Player, spinner: Player): Promise<number[]> {
  const state = { isSampling: true };
  const spin = async () => {
    while (state.isSampling) await spinner.ask();
  };
  const spinning = spin();
  const took = await sample(light);
  state.isSampling = false;
  await spinning;
  return took;
}

/** Asks for moves during one round. Returns the duration of each answer, in ms. */
async function sample(player: Player): Promise<number[]> {
  const took: number[] = [];
  for (const end = performance.now() + ROUND_MS; performance.now() < end; await wait(PAUSE_MS)) {
    took.push(await player.ask());
  }
  return took;
}

function toRow(place: string, state: string, rounds: readonly number[][]): string[] {
  const spread = (share: number) => formatSpread(rounds.map((took) => quantile(took, share)));
  return [place, state, spread(0.5), spread(0.99), quantile(rounds.flat(), 0.99).toFixed(2)];
}

function toRatios(alone: readonly number[][], beside: readonly number[][]): string[] {
  const ratio = (share: number) =>
    formatSpread(beside.map((took, round) => quantile(took, share) / quantile(alone[round]!, share)));
  return [
    '',
    'times',
    ratio(0.5),
    ratio(0.99),
    (quantile(beside.flat(), 0.99) / quantile(alone.flat(), 0.99)).toFixed(2),
  ];
}
