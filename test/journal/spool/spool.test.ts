import { expect } from 'chai';
import { Spool } from '../../../src/journal/spool/spool.js';
import { gameEvents, useFolder } from '../../support/journals.js';

const MB = 1024 * 1024;

describe('Spool', () => {
  const folder = useFolder();

  it('numbers batches on from a number, in a new file and in one that was used', async () => {
    const path = folder.path('numbers.db');
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

  it('adds nothing when there is no room, and says so', async () => {
    const spool = await Spool.open(folder.path('full.db'), 100);
    expect(await spool.append('host', gameEvents(), 1000)).to.equal(undefined);
    expect(await spool.content()).to.deep.equal({ entries: 0, bytes: 0, oldestAt: undefined });
    await spool.close();
  });
});
