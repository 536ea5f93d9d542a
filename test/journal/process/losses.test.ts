import { expect } from 'chai';
import { Losses } from '../../../src/journal/process/losses.js';
import type { Loss } from '../../../src/journal/journal-status.js';

describe('Losses', () => {
  it('reports the first loss of each reason at once, and later ones together', () => {
    const { losses, reports } = create();
    losses.add(1, ['a'], 'full');
    losses.add(2, ['a', 'b'], 'full');
    losses.add(4, ['b'], 'refused');
    expect(reports).to.deep.equal([
      { events: 1, games: 1, named: ['a'], reason: 'full' },
      { events: 4, games: 1, named: ['b'], reason: 'refused' },
    ]);
    losses.close();
    expect(reports.slice(2)).to.deep.equal([{ events: 2, games: 2, named: ['a', 'b'], reason: 'full' }]);
  });

  it('sums up everything since the start: a game counts once, and five are named', () => {
    const { losses } = create();
    expect(losses.total).to.equal(undefined);
    for (const game of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) losses.add(1, [game], 'full');
    losses.add(1, ['b'], 'refused');
    expect(losses.total).to.deep.equal({ events: 8, games: 6, named: ['a', 'b', 'c', 'd', 'e'], reason: 'refused' });
    losses.close();
  });
});

function create() {
  const reports: Loss[] = [];
  return { losses: new Losses((loss) => void reports.push(loss)), reports };
}
