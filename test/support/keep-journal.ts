/** Keeps a small journal, which is a spool too, as a fixture of the tables of today. Run by `npm run keep-journal`. */
import { sql } from 'kysely';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../../src/journal/open-database.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { fixture } from './fixtures.js';
import { DUEL, gameEvents } from './journals.js';
import { openSpool } from './spools.js';

const folder = mkdtempSync(join(tmpdir(), 'serpentarium-'));
const path = join(folder, 'journal.db');
const [me, other] = DUEL.snakes!;
const out = { ...me!, health: 89, body: '5,6 5,5 5,4' };

const reason = '2 of its processes crashed';
const stop = {
  experiment: 'better',
  candidate: 'c',
  sides: 's',
  at: 1000,
  guard: 'crashes',
  reason,
  since: 0,
  step: 0,
  promoted: 0,
};

const journal = await SqlJournal.open(path);
await journal.write([
  ...gameEvents({ game: 'won', at: 1000, result: 'win', end: { ...DUEL, turn: 8, gone: ['other'] } }),
  ...gameEvents({ game: 'lost', at: 2000, result: 'loss', end: { turn: 70, snakes: [out, other!], gone: ['me'] } }),
  ...gameEvents({ game: 'open', at: 3000, turns: [DUEL, { ...DUEL, turn: 1 }] }),
  { kind: 'guarded', snake: '/champion', game: '', you: '', ...stop },
]);
await journal.keepRatings([{ snake: '/greedy', leaderboard: 'Standard', at: 1000, version: '1', score: 50, games: 7 }]);
await journal.close();

const spool = await openSpool(path);
await spool.append('a host', gameEvents({ game: 'waits', at: 4000 }));
await spool.close();

const { db } = await openDatabase(path, 'read');
const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
await db.destroy();
writeFileSync(fixture(`journals/${rows[0]!.name}.db.gz`), gzipSync(readFileSync(path)));
rmSync(folder, { recursive: true });
