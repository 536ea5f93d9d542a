import { expect } from 'chai';
import { MatchRunner } from '../../../src/arena/workers/match-runner.js';
import type { Strategy } from '../../../src/snakes/strategy/contract.js';
import { job } from '../../support/runners.js';

describe('MatchRunner', () => {
  /** Clocks that a strategy moves on: elapsed time and CPU time. */
  let [wall, cpu] = [0, 0];
  const clocks = { now: () => wall, cpu: () => cpu };
  const spend = (ms: number, onCpu = ms) => ([wall, cpu] = [wall + ms, cpu + onCpu]);
  const ask = (move: Strategy['move']) => new MatchRunner({ customization: {}, move }, {}, 90, clocks).move(job());

  it('accepts a move that returns in time', async () => {
    const outcome = await ask(() => (spend(89), 'left'));
    expect(outcome).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
  });

  it('counts a later move as late, with the last proposal made in time', async () => {
    const outcome = await ask((_, { propose }) => {
      propose('up');
      spend(91);
      propose('down');
      return 'left';
    });
    expect(outcome).to.deep.include({ kind: 'late', proposal: { move: 'up' } });
  });

  it('counts a strategy that returns nothing as late after its deadline only', async () => {
    expect((await ask(() => void spend(89))).kind).to.equal('delegated');
    expect((await ask(() => void spend(91))).kind).to.equal('late');
  });

  it('does not blame a strategy while the machine runs something else', async () => {
    const outcome = await ask(() => (spend(500, 20), 'left'));
    expect(outcome.kind).to.equal('moved');
  });
});
