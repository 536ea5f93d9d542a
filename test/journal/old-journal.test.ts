/** A journal and a spool that version 0.1 has left behind, in one file. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EventWriter } from '../../src/journal/delivery/event-writer.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createJournalHost } from '../../src/journal/store/hosts.js';
import { findGame, listGames } from '../../src/journal/store/read-games.js';
import { openDatabase } from '../../src/journal/open-database.js';
import { inRepository } from '../support/fixtures.js';
import { useFolder } from '../support/journals.js';
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
      { path, url, host: createJournalHost(), retention },
      { report: ({ kind }) => void (kind === 'delivery' && delivered++), done() {}, spooled() {} },
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
