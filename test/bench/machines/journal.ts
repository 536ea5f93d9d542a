/**
 * The journal in PostgreSQL against the one in a file: turns a second that are written, reports and lists over 20,000
 * games, and how fast such a journal is copied and checked. Part of `npm run bench -- machines`.
 */
import { experimentsQuery, snakesQuery } from '../../../src/journal/journal.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatTable } from '../../../src/terminal/format-table.js';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { copyGames } from '../../../src/journal/copy-games.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';
import { POSTGRES_PROGRAMS, PostgresCluster } from '../../support/servers/postgres.js';
import { formatSpread, quantile, ratios } from '../support/figures.js';

/** Games at once and turns of each, in a round of writing. */
const GAMES = 50;
const TURNS = 100;
/** Turns of one game that a host writes together. */
const TOGETHER = 5;
const ROUNDS = 9;
/** Games that reports look at. */
const REPORTED = 20_000;
/** How often each is asked. */
const QUESTIONS = 7;

/** Runs it, or prints that PostgreSQL is missing. */
export async function main(): Promise<void> {
  if (POSTGRES_PROGRAMS === undefined) return console.log('skipped: PostgreSQL is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-bench-'));
  const cluster = await PostgresCluster.create();
  try {
    const create = async () => (await cluster.createDatabase()).url;
    await benchWriting([path.join(folder, 'turns.db'), await create()]);
    const file = path.join(folder, 'report.db');
    await fillJournal(file);
    const database = await create();
    await benchUpkeep(file, database);
    await benchReading([file, database]);
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchWriting(addresses: readonly string[]): Promise<void> {
  const journals = await Promise.all(addresses.map((address) => SqlJournal.open(address)));
  const rates: number[][] = journals.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const batches = roundOf(round);
    for (const [index, journal] of journals.entries()) {
      const begun = performance.now();
      for (const batch of batches) await journal.write(batch);
      rates[index]!.push((GAMES * TURNS) / ((performance.now() - begun) / 1000));
    }
  }
  await Promise.all(journals.map((journal) => journal.close()));
  const rows = ['file', 'PostgreSQL'].map((name, index) => [
    name,
    Math.round(quantile(rates[index]!, 0.5)).toLocaleString('en'),
    formatSpread(ratios(rates[index]!, rates[0]!)),
  ]);
  console.log(formatTable(['journal', 'turns/s', 'of the file (min–max)'], rows));
}

/** The events of a round as a host writes them: some turns of every game at a time. */
function roundOf(round: number): JournalEvent[][] {
  const sketches = Array.from({ length: GAMES }, (_, game) => ({ game: `${round} ${game}`, at: 1000 + round }));
  const batches = [sketches.map((sketch) => beganEvent(sketch))];
  for (let from = 0; from < TURNS; from += TOGETHER) {
    const turns = Array.from({ length: TOGETHER }, (_, index) => ({ ...DUEL, turn: from + index }));
    batches.push(sketches.flatMap((sketch) => turns.map((turn) => turnEvent(sketch, turn))));
  }
  const end = { ...DUEL, turn: TURNS, gone: ['other'] };
  batches.push(sketches.map((sketch) => endedEvent({ ...sketch, result: 'win', end })));
  return batches;
}

async function timed(what: string, action: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await action();
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${what} ${REPORTED.toLocaleString('en')} games of 3 turns: ${Math.round(REPORTED / seconds)} games/s`);
}

async function benchUpkeep(file: string, database: string): Promise<void> {
  const [from, to] = [await openDatabase(file, 'read'), await openDatabase(database, 'import')];
  await timed('copy to PostgreSQL of', () => copyGames(from, to));
  await Promise.all([from.db.destroy(), to.db.destroy()]);
}

/** Games of four snakes against 200 rivals; every other game of one of the snakes belongs to an experiment. */
async function fillJournal(file: string): Promise<void> {
  const journal = await SqlJournal.open(file);
  for (let game = 0; game < REPORTED; game += 1000) {
    await journal.write(Array.from({ length: 1000 }, (_, index) => shortGame(game + index)).flat());
  }
  await journal.close();
}

/** Three turns of a game. */
function shortGame(number: number): JournalEvent[] {
  const kind = number % 4;
  const variant = number % 8 === 0 ? 'base' : 'candidate';
  const player = kind === 0 ? { assignment: { experiment: 'better', variant, split: 0.5 } as const } : {};
  const [me, other] = DUEL.snakes!;
  const board = { ...DUEL, snakes: [me!, { ...other!, name: `Rival ${number % 200}` }] };
  const turns = [board, { ...board, turn: 1 }, { ...board, turn: 2 }];
  const result = (['win', 'loss', 'loss', 'draw'] as const)[Math.floor(number / 8) % 4]!;
  const end = { ...board, turn: 3 };
  return gameEvents({ game: `${number}`, at: number, snake: `/snake-${kind}`, player, turns, result, end });
}

async function benchReading(addresses: readonly string[]): Promise<void> {
  const journals = await Promise.all(addresses.map((address) => SqlJournal.read(address)));
  const questions: Record<string, (journal: SqlJournal) => Promise<unknown>> = {
    report: (journal) => journal.report({}),
    'page of snakes': (journal) => journal.ask(snakesQuery, {}),
    'page of experiments': (journal) => journal.ask(experimentsQuery, {}),
    'list of 50 games': (journal) => journal.listGames({ limit: 50 }),
    'list of 50 by opponent': (journal) => journal.listGames({ limit: 50, opponent: 'Rival 7' }),
  };
  const rows: string[][] = [];
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[][] = journals.map(() => []);
    for (let round = 0; round < QUESTIONS; round++) {
      for (const [index, journal] of journals.entries()) {
        const begun = performance.now();
        await ask(journal);
        times[index]!.push(performance.now() - begun);
      }
    }
    rows.push([name, ...times.map((each) => formatSpread(each, 1))]);
  }
  await Promise.all(journals.map((journal) => journal.close()));
  const head = `ms over ${REPORTED.toLocaleString('en')} games (min–max)`;
  console.log(formatTable([head, 'file', 'PostgreSQL'], rows));
}
