import { expect } from 'chai';
import { sql } from 'kysely';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { DatabaseRestored, NO_MARK } from '../../../src/journal/delivery/batches.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { keepBatch, readSpool, readSpoolContent, SpoolFull } from '../../../src/journal/store/spool.js';
import { openSpool } from '../../support/spools.js';
import { beganEvent, DUEL, gameEvents, turnEvent, useFolder } from '../../support/journals.js';

const batch = (number: number) => ({ host: 'a', number, events: [turnEvent({}, { ...DUEL, turn: number })] });

describe('Spool', () => {
  const folder = useFolder();

  it('keeps batches as they were recorded, in order, with a journal in the same file', async () => {
    const path = folder.path('shared.db');
    const journal = await SqlJournal.open(path);
    await journal.write(gameEvents());
    await journal.close();
    const spool = await openSpool(path);
    const odd = turnEvent({ game: 'it’s \u0000 "odd" \ud800' }, DUEL);
    await spool.append('a', [beganEvent(), odd]);
    await spool.append('a', [turnEvent({}, DUEL)]);
    await spool.close();
    const again = await openSpool(path);
    const batches = await again.readOldest();
    expect(batches.map(({ events }) => events)).to.deep.equal([[beganEvent(), odd], [turnEvent({}, DUEL)]]);
    const { entries, oldestAt } = await again.content();
    expect(entries).to.equal(3);
    expect(oldestAt).to.be.closeTo(Date.now(), 60_000);
    await again.remove(batches);
    expect(await again.content()).to.deep.equal({ entries: 0, bytes: 0, oldestAt: undefined });
    await again.close();
    const reader = await SqlJournal.read(path);
    expect((await reader.listGames({ limit: 5 })).games).to.have.lengthOf(1);
    await reader.close();
  });

  it('reads the batches of one host at a time, and never gives a number twice', async () => {
    const spool = await openSpool(folder.path('numbers.db'));
    for (const host of ['a', 'a', 'b', 'a']) await spool.append(host, [beganEvent()]);
    const first = await spool.readOldest();
    expect(first.map(({ host }) => host)).to.deep.equal(['a', 'a']);
    await spool.remove(first);
    const second = await spool.readOldest();
    expect(second.map(({ host }) => host)).to.deep.equal(['b']);
    await spool.remove(second);
    const third = await spool.readOldest();
    await spool.remove(third);
    await spool.append('a', [beganEvent()]);
    const all = [first, second, third, await spool.readOldest()].flatMap((batches) =>
      batches.map(({ number }) => number),
    );
    expect(all).to.deep.equal([...new Set(all)].sort((a, b) => a - b));
    expect(all).to.have.lengthOf(5);
    await spool.close();
  });

  it('takes as many bytes as it may, and not one more', async () => {
    const journal = await SqlJournal.openToImport(folder.path('bytes.db'));
    const { db } = journal;
    await keepBatch(db, batch(1), 1_000_000);
    const { bytes } = await readSpoolContent(db);
    const refused: unknown = await keepBatch(db, batch(1), 2 * bytes - 1).catch((thrown: unknown) => thrown);
    expect(refused).to.be.instanceOf(SpoolFull);
    await keepBatch(db, { ...batch(1), number: 2 }, 2 * bytes);
    expect((await readSpoolContent(db)).bytes).to.equal(2 * bytes);
    await journal.disconnect();
  });

  it('keeps a batch once that comes again, also with later ones, and notices a file that lacks it', async () => {
    const journal = await SqlJournal.openToImport(folder.path('again.db'));
    const keep = (file: SqlJournal, ...numbers: number[]) => file.spool(numbers.map(batch), NO_MARK, [], 1_000_000);
    await keep(journal, 1, 2);
    await keep(journal, 1, 2);
    const mark = await keep(journal, 2, 3);
    expect((await readSpool(journal.db)).flatMap(({ events }) => events)).to.deep.equal(
      [1, 2, 3].flatMap((number) => batch(number).events),
    );
    await journal.disconnect();
    const other = await SqlJournal.openToImport(folder.path('lacks.db'));
    const refused: unknown = await other.spool([batch(4)], mark, [], 1_000_000).catch((thrown: unknown) => thrown);
    expect(refused).to.be.instanceOf(DatabaseRestored);
    await other.disconnect();
  });

  it('takes no batch for which there is no room', async () => {
    const spool = await openSpool(folder.path('full.db'), 20_000);
    let kept = 0;
    while ((await spool.append('a', [turnEvent({}, { ...DUEL, turn: kept })])) !== undefined) kept++;
    const { entries, bytes } = await spool.content();
    expect(entries).to.equal(kept);
    expect(bytes).to.be.within(19_000, 20_000);
    const batches = await spool.readOldest();
    expect(batches[0]!.events).to.deep.equal([turnEvent({}, DUEL)]);
    await spool.remove(batches);
    expect(await spool.append('a', [turnEvent({}, DUEL)])).to.be.greaterThan(kept);
    await spool.close();
  });

  it('sums up without reading what is packed', async () => {
    const path = folder.path('sums.db');
    await (await openSpool(path)).close();
    const { db } = await openEmbedded(path);
    const plan = sql<{ detail: string }>`explain query plan select sum(entries), sum(bytes), min(at) from outbox`;
    expect(JSON.stringify((await plan.execute(db)).rows)).to.include('COVERING INDEX outbox_sums');
    await db.destroy();
  });
});
