/**
 * What the journal costs: `/move` through the host with a journal against the host without one; the bytes that games
 * between the shipped snakes take on the disk; and the time of a report over 100,000 games.
 *
 * The servers run on all cores, because the journal has its own thread.
 * Run it: `npm run build && node dist/test/bench/journal.js [GAMES]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from '../../src/terminal/format-table.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { experimentsQuery, snakeQuery, snakesQuery } from '../../src/page/studies/study-queries.js';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { DUEL, gameEvents } from '../support/journals.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { ServedProcess } from './support/served-process.js';
import { measureInTurn, serveConstant } from './support/sides.js';

/** Turns of a game in the comparison of `/move`. */
const TURNS = 300;
/** Games played to measure their size. */
const PLAYED = 20;
/** Games in the report. */
const GAMES = Number(process.argv[2] ?? 100_000);

const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
try {
  await benchMoves();
  await benchSize();
  await benchReport();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function benchMoves(): Promise<void> {
  const servers = {
    without: await serveConstant('inline', 'all cores'),
    with: await serveConstant('inline', 'all cores', `{ path: ${join(folder, 'moves.db')} }`),
  };
  pinLoadGenerator();
  const sides = await measureInTurn(servers, { turns: TURNS });
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
  console.log(`report over ${GAMES.toLocaleString('en')} games: ${formatSpread(times, 0)} ms`);
  await benchStudies(reader);
  await reader.close();
}

/** What the page plots, over the same games. */
async function benchStudies(reader: SqlJournal): Promise<void> {
  const studies = {
    snakes: () => reader.ask(snakesQuery, {}),
    snake: () => reader.ask(snakeQuery, { snake: '/snake-1' }),
    experiments: () => reader.ask(experimentsQuery, {}),
  };
  for (const [about, study] of Object.entries(studies)) {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const begun = performance.now();
      await study();
      times.push(performance.now() - begun);
    }
    console.log(`study of ${about}: ${formatSpread(times, 0)} ms`);
  }
}

/** Three turns of a game of one of four snakes; a quarter of the games belongs to an experiment. */
function toEntries(number: number): JournalEvent[] {
  const kind = number % 4;
  const variant = number % 8 === 0 ? 'base' : 'candidate';
  const player = kind === 0 ? { assignment: { experiment: 'better', variant, split: 0.5 } as const } : {};
  const turns = [DUEL, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2 }];
  const result = (['win', 'loss', 'loss', 'draw'] as const)[Math.floor(number / 8) % 4]!;
  const end = { ...DUEL, turn: 3 };
  return gameEvents({ game: `${number}`, at: number, snake: `/snake-${kind}`, player, turns, result, end });
}
