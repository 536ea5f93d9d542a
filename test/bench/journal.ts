/**
 * What keeping games costs: `/move` through the host with its journal against the host without, in turn, on all cores, for
 * the journal has a thread of its own; what games between the shipped snakes take on the disk; and how long a report over
 * 100,000 games takes. `node dist/test/bench/journal.js [GAMES]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '../../src/terminal/format-table.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { DUEL, gameEntries } from '../support/journals.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { drive, Player } from './support/player.js';
import { ServedProcess } from './support/served-process.js';
import { WalkingGame } from './support/walking-game.js';

const CONNECTIONS = 32;
const TURNS = 300;
const ROUNDS = 9;
const ROUND_MS = 1500;
const WARM_UP_MS = 3000;
/** Games played to see what they take. */
const PLAYED = 20;
const GAMES = Number(process.argv[2] ?? 100_000);

const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
try {
  await benchMoves();
  await benchSize();
  await benchReport();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Side {
  readonly name: string;
  readonly server: ServedProcess;
  readonly players: readonly Player[];
  /** One figure a round: answers a second, and CPU time for each in µs. */
  readonly rates: number[];
  readonly costs: number[];
}

async function benchMoves(): Promise<void> {
  const snakes = '  - { prefix: /constant, strategy: constant, isolation: inline }';
  const serve = (journal: string) => ServedProcess.host(inRepository('strategies'), snakes, 'all cores', journal);
  const servers = { without: await serve('off'), with: await serve(`{ path: ${join(folder, 'moves.db')} }`) };
  pinLoadGenerator();
  const sides: Side[] = [];
  for (const [name, server] of Object.entries(servers)) {
    const open = () => Player.open(server.port, '/constant', new WalkingGame({ turns: TURNS }));
    const players = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    await drive(players, WARM_UP_MS);
    sides.push({ name, server, players, rates: [], costs: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { server, players, rates, costs } of sides) {
      const before = server.cpuMs();
      const { requests, seconds } = await drive(players, ROUND_MS);
      rates.push(requests / seconds);
      costs.push((1000 * (server.cpuMs() - before)) / requests);
    }
  }
  for (const { players, server } of sides) {
    for (const player of players) player.close();
    await server.stop();
  }
  const rows = sides.map(({ name, rates, costs }) => [
    name,
    Math.round(quantile(rates, 0.5)).toLocaleString('en'),
    formatSpread(ratios(rates, sides[0]!.rates)),
    quantile(costs, 0.5).toFixed(0),
  ]);
  console.log(formatTable(['journal', 'moves/s', 'of without (min–max)', 'µs CPU, all threads'], rows));
}

/** Whole games over the network between snakes that play them long, each of them kept once. */
async function benchSize(): Promise<void> {
  const path = join(folder, 'size.db');
  const snakes = '  - { prefix: /greedy, strategy: greedy }\n  - { prefix: /cautious, strategy: cautious }';
  const server = await ServedProcess.host(inRepository('strategies'), snakes, 'all cores', `{ path: ${path} }`);
  const engine = createArenaEngine('arena');
  const urls = ['greedy', 'cautious', 'greedy', 'cautious'].map((name) => `http://127.0.0.1:${server.port}/${name}`);
  for (let seed = 0; seed < PLAYED; seed++) await engine.play(urls, { seed });
  engine.close();
  await server.stop();
  const journal = await SqlJournal.read(path);
  const { games } = await journal.listGames({ limit: 500 });
  await journal.close();
  const turns = games.reduce((sum, { moved }) => sum + moved, 0);
  const each = (count: number) => Math.round(statSync(path).size / count).toLocaleString('en');
  console.log(
    `${games.length} games of four snakes, ${Math.round(turns / games.length)} turns long: ${each(games.length)} bytes a game, ${each(turns)} a turn`,
  );
}

async function benchReport(): Promise<void> {
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
  console.log(`report over ${GAMES.toLocaleString('en')} games: ${formatSpread(times, 0)} ms`);
}

/** Three turns of a game of one of four snakes; a quarter of the games belongs to an experiment. */
function toEntries(number: number): JournalEvent[] {
  const kind = number % 4;
  const variant = number % 8 === 0 ? 'base' : 'candidate';
  const player = kind === 0 ? { assignment: { experiment: 'better', variant, split: 0.5 } as const } : {};
  const turns = [DUEL, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2 }];
  const result = (['win', 'loss', 'loss', 'draw'] as const)[Math.floor(number / 8) % 4]!;
  const end = { ...DUEL, turn: 3 };
  return gameEntries({ game: `${number}`, at: number, snake: `/snake-${kind}`, player, turns, result, end });
}
