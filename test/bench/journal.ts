/**
 * What keeping games costs: `/move` through the host with its journal against the host without, in turn; bytes a game takes
 * on the disk; and how long a report over 100,000 games takes. `node dist/test/bench/journal.js`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { formatTable } from '../../src/commands/table.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { inRepository } from '../support/fixtures.js';
import type { Entry } from '../../src/wire/entry.js';
import { DUEL, gameEntries } from '../support/journals.js';
import { requestText } from '../support/requests.js';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_MS = 1500;
const GAMES = Number(process.argv[2] ?? 100_000);

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
  try {
    await benchMoves(folder);
    await benchReport(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Side {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
  readonly rates: number[];
}

async function benchMoves(folder: string): Promise<void> {
  const path = join(folder, 'moves.db');
  const sides = [await serve(folder, 'without', 'off'), await serve(folder, 'with', `{ path: ${path} }`)];
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  for (const { port } of sides) await drive(agent, port, ROUND_MS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { port, rates } of sides) rates.push((1000 * (await drive(agent, port, ROUND_MS))) / ROUND_MS);
  }
  agent.destroy();
  for (const side of sides) side.process.kill('SIGTERM');
  const [without, with_] = sides as [Side, Side];
  const ratios = with_.rates.map((rate, round) => rate / without.rates[round]!).sort((a, b) => a - b);
  const row = ({ name, rates }: Side) => [name, Math.round(median(rates)).toLocaleString('en')];
  console.log(formatTable(['journal', 'moves/s'], [row(without), row(with_)]));
  console.log(`with/without: ${median(ratios).toFixed(2)} (${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)})`);
}

async function serve(folder: string, name: string, journal: string): Promise<Side> {
  const file = join(folder, `${name}.yaml`);
  const server = 'server: { host: 127.0.0.1, port: 0, admin: off, drain: 0 }';
  const snakes = 'snakes: [{ prefix: /constant, strategy: constant, isolation: inline }]';
  writeFileSync(file, `${server}\nstrategies: ${inRepository('strategies')}\n${snakes}\njournal: ${journal}\n`);
  const host = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'serve', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: host.stdout })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port: number };
    if (msg !== 'serving') continue;
    host.stdout.resume();
    return { name, port, process: host, rates: [] };
  }
  throw new Error('the host does not serve');
}

/** Plays games of 300 turns over all connections for so long. Returns the number of answers. */
async function drive(agent: Agent, port: number, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let answers = 0;
  const play = async (connection: number) => {
    for (let game = 0; performance.now() < until; game++) {
      for (let turn = 0; turn < 300 && performance.now() < until; turn++) {
        await ask(agent, port, bodyOf(`${connection}-${game}-${until}`, turn));
        answers++;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => play(connection)));
  return answers;
}

const recorded = requestText('standard-move-7');
const gameId = (JSON.parse(recorded) as { game: { id: string } }).game.id;

function bodyOf(game: string, turn: number): string {
  return recorded.replace(gameId, game).replace('"turn":7', `"turn":${turn}`);
}

function ask(agent: Agent, port: number, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/constant/move', headers },
      (response) => {
        response.resume().on('end', resolve).on('error', reject);
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function benchReport(folder: string): Promise<void> {
  const path = join(folder, 'report.db');
  const journal = await SqlJournal.open(path);
  for (let game = 0; game < GAMES; game += 1000) {
    const batch = Array.from({ length: 1000 }, (_, index) => toEntries(game + index));
    await journal.write(batch.flat());
  }
  await journal.close();
  const reader = await SqlJournal.read(path);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    await reader.report({});
    times.push(performance.now() - begun);
  }
  await reader.close();
  console.log(
    `report over ${GAMES.toLocaleString('en')} games: ${median(times).toFixed(0)} ms; ${(statSync(path).size / GAMES).toFixed(0)} bytes a game of three turns`,
  );
}

/** Three turns of a game of one of four snakes; a quarter of the games belongs to an experiment. */
function toEntries(number: number): Entry[] {
  const kind = number % 4;
  const variant = number % 8 === 0 ? 'base' : 'candidate';
  const player = kind === 0 ? { trial: { experiment: 'better', variant, split: 0.5 } as const } : {};
  const turns = [DUEL, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2 }];
  const result = (['win', 'loss', 'loss', 'draw'] as const)[Math.floor(number / 8) % 4]!;
  const end = { ...DUEL, turn: 3 };
  return gameEntries({ game: `${number}`, at: number, snake: `/snake-${kind}`, player, turns, result, end });
}

function median(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)]!;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main();
