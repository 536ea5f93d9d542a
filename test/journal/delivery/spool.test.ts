import { expect } from 'chai';
import { sql } from 'kysely';
import { Spool } from '../../../src/journal/delivery/spool.js';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, DUEL, gameEvents, turnEvent, useFolder } from '../../support/journals.js';

const MB = 1024 * 1024;

describe('Spool', () => {
  const folder = useFolder();

  it('keeps batches as they were recorded, in their order, beside a journal in the same file', async () => {
    const path = folder.path('beside.db');
    const journal = await SqlJournal.open(path);
    await journal.write(gameEvents());
    await journal.close();
    const spool = await Spool.open(path, MB);
    const odd = turnEvent({ game: 'it’s \u0000 "odd" \ud800' }, DUEL);
    await spool.append('a', [beganEvent(), odd], 1000);
    await spool.append('a', [turnEvent({}, DUEL)], 2000);
    await spool.close();
    const again = await Spool.open(path, MB);
    const batches = await again.readOldest();
    expect(batches.map(({ events }) => events)).to.deep.equal([[beganEvent(), odd], [turnEvent({}, DUEL)]]);
    expect(await again.content()).to.include({ entries: 3, oldestAt: 1000 });
    await again.remove(batches);
    expect(await again.content()).to.deep.equal({ entries: 0, bytes: 0, oldestAt: undefined });
    await again.close();
    const reader = await SqlJournal.read(path);
    expect((await reader.listGames({ limit: 5 })).games).to.have.lengthOf(1);
    await reader.close();
  });

  it('reads the batches of one host at a time, and never gives a number twice', async () => {
    const spool = await Spool.open(folder.path('numbers.db'), MB);
    for (const host of ['a', 'a', 'b', 'a']) await spool.append(host, [beganEvent()], 0);
    const first = await spool.readOldest();
    expect(first.map(({ host }) => host)).to.deep.equal(['a', 'a']);
    await spool.remove(first);
    const second = await spool.readOldest();
    expect(second.map(({ host }) => host)).to.deep.equal(['b']);
    await spool.remove(second);
    const third = await spool.readOldest();
    await spool.remove(third);
    await spool.append('a', [beganEvent()], 0);
    const all = [first, second, third, await spool.readOldest()].flatMap((batches) =>
      batches.map(({ number }) => number),
    );
    expect(all).to.deep.equal([...new Set(all)].sort((a, b) => a - b));
    expect(all).to.have.lengthOf(5);
    await spool.close();
  });

  it('numbers batches on from a number, in a new file and in one that was used', async () => {
    const path = folder.path('numbered.db');
    const [first, second] = [await Spool.open(path, MB, 7), await Spool.open(path, MB, 7)];
    await first.append('host', gameEvents(), 1000);
    await second.append('host', gameEvents(), 1000);
    expect((await first.readOldest()).map(({ number }) => number)).to.deep.equal([8, 9]);
    await first.remove(await first.readOldest());
    const third = await Spool.open(path, MB, 3);
    await third.append('host', gameEvents(), 1000);
    expect((await third.readOldest()).map(({ number }) => number)).to.deep.equal([10]);
    await Promise.all([first, second, third].map((spool) => spool.close()));
  });

  it('takes no batch for which there is no room', async () => {
    const spool = await Spool.open(folder.path('full.db'), 20_000);
    let kept = 0;
    while ((await spool.append('a', [turnEvent({}, { ...DUEL, turn: kept })], 0)) !== undefined) kept++;
    const { entries, bytes } = await spool.content();
    expect(entries).to.equal(kept);
    expect(bytes).to.be.within(19_000, 20_000);
    const batches = await spool.readOldest();
    expect(batches[0]!.events).to.deep.equal([turnEvent({}, DUEL)]);
    await spool.remove(batches);
    expect(await spool.append('a', [turnEvent({}, DUEL)], 0)).to.be.greaterThan(kept);
    await spool.close();
  });

  it('sums up without reading what is packed', async () => {
    const path = folder.path('sums.db');
    await (await Spool.open(path, MB)).close();
    const { db } = await openEmbedded(path);
    const plan = sql<{ detail: string }>`explain query plan select sum(entries), sum(bytes), min(at) from outbox`;
    expect(JSON.stringify((await plan.execute(db)).rows)).to.include('COVERING INDEX outbox_sums');
    await db.destroy();
  });
});
