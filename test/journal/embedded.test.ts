import { expect } from 'chai';
import { sql } from 'kysely';
import { openEmbedded } from '../../src/journal/embedded.js';
import { isDiskTrouble, SqlJournal } from '../../src/journal/sql-journal.js';
import { gameEntries, useFolder } from '../support/journals.js';

describe('an embedded database', () => {
  const folder = useFolder();

  it('that is full refuses all of a batch, says that it is full, and takes the batch when there is room', async () => {
    const path = folder.path('full.db');
    await (await SqlJournal.open(path)).close();
    const embedded = await openEmbedded(path);
    const journal = new SqlJournal(embedded);
    const limit = (pages: number) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(embedded.db);
    const batch = Array.from({ length: 200 }, (_, game) => gameEntries({ game: `${game}` })).flat();
    await limit(1);
    const refusal: unknown = await journal.write(batch).catch((thrown: unknown) => thrown);
    expect(refusal).to.be.instanceOf(Error).with.property('message').that.includes('full');
    expect(isDiskTrouble(refusal)).to.equal(true);
    expect((await journal.listGames({ limit: 500 })).games).to.deep.equal([]);
    await limit(100_000);
    await journal.write(batch);
    expect((await journal.listGames({ limit: 500 })).games).to.have.lengthOf(200);
    await journal.close();
  });
});
