/** A journal and a spool that version 0.1 has left behind, in one file. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EventWriter } from '../../src/journal/delivery/event-writer.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createJournalHost } from '../../src/journal/store/hosts.js';
import { sql } from 'kysely';
import { findGame, listGames } from '../../src/journal/store/read-games.js';
import { openDatabase } from '../../src/journal/open-database.js';
import { inRepository } from '../support/fixtures.js';
import { DUEL, gameEvents, useFolder } from '../support/journals.js';
import { until } from '../support/soon.js';

describe('a file of version 0.1', () => {
  const folder = useFolder();
  const copy = (name: string) => {
    const path = folder.path(name);
    writeFileSync(path, gunzipSync(readFileSync(inRepository('test/fixtures/journals/0.1.db.gz'))));
    return path;
  };

  it('is read as a journal: game, result and turns', async () => {
    const path = copy('journal.db');
    await (await SqlJournal.open(path)).close();
    const { db } = await openDatabase(path, 'read');
    const { games } = await listGames(db, { limit: 5 });
    expect(games.map(({ game, result, moved }) => [game, result, moved])).to.deep.equal([['ended', 'win', 1]]);
    expect((await findGame(db, games[0]!.id))!.list.map(({ turn }) => turn)).to.deep.equal([0]);
    await db.destroy();
  });

  it('is delivered as a spool: what waited arrives once', async () => {
    const [path, url] = [copy('spool.db'), folder.path('elsewhere.db')];
    let delivered = 0;
    const retention = { keepDays: 36_500, keepMb: 1024 };
    const writer = new EventWriter(
      { path, url, host: createJournalHost(), retention, now: Date.now() },
      { report: ({ kind }) => void (kind === 'delivery' && delivered++), done() {}, spooled() {}, suspected() {} },
    );
    writer.start();
    await until(() => delivered > 0);
    await writer.close();
    const { db } = await openDatabase(url, 'read');
    const { games } = await listGames(db, { limit: 5 });
    expect(games.map(({ game, moved }) => [game, moved])).to.deep.equal([['waits', 0]]);
    const turns = await findGame(db, games[0]!.id);
    expect(turns!.list).to.have.lengthOf(1);
    await db.destroy();
  });
});

describe('a file of version 0.2', () => {
  const folder = useFolder();

  it('has the turns of its games counted as their engines did, and deaths apart from them', async () => {
    const path = folder.path('journal.db');
    const [me, other] = DUEL.snakes!;
    const atWall = { ...me!, body: '5,10 5,9 5,8' };
    const out = { ...me!, body: '5,11 5,10 5,9' };
    const { journal } = await SqlJournal.openAs(createJournalHost(), path);
    const lost = { turns: [{ ...DUEL, turn: 7, snakes: [atWall, other!] }] };
    const events = [
      ...gameEvents({ ...lost, game: 'died', result: 'loss', end: { turn: 70, snakes: [out, other!], gone: ['me'] } }),
      ...gameEvents({
        ...lost,
        game: 'won',
        result: 'win',
        end: { turn: 8, snakes: [atWall, other!], gone: ['other'] },
      }),
      ...gameEvents({ ...lost, game: 'left', result: 'abandoned' }),
    ];
    await journal.write(events);
    await journal.close();
    await asVersion02(path);

    await (await SqlJournal.open(path)).close();
    const { db } = await openDatabase(path, 'read');
    const { games } = await listGames(db, { limit: 5 });
    const counted = Object.fromEntries(games.map(({ game, turns, died }) => [game, [turns, died]]));
    expect(counted).to.deep.equal({ died: [70, 8], won: [8, undefined], left: [7, undefined] });
    await db.destroy();
  });
});

/** Makes the file what that version wrote: the turn of a death in place of the engine's count. */
async function asVersion02(path: string): Promise<void> {
  const { db } = await openDatabase(path, 'write');
  await sql`update games set turns = case game when 'died' then 8 else 7 end`.execute(db);
  for (const column of ['died', 'analysis']) await sql`alter table games drop column ${sql.ref(column)}`.execute(db);
  for (const table of ['ends', 'ratings']) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table hosts drop column admin_port`.execute(db);
  await sql`delete from kysely_migration where name > '0005_several_hosts'`.execute(db);
  await db.destroy();
}
