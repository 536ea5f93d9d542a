import { expect } from 'chai';
import { MatchRunner } from '../../../src/arena/workers/match-runner.js';
import type { Strategy } from '../../../src/snakes/strategy/contract.js';
import { job } from '../../support/runners.js';

describe('a strict runner', () => {
  /** A clock that a strategy moves on: time in all, and time that it had a core for. */
  let [wall, core] = [0, 0];
  const clocks = { now: () => wall, cpu: () => core };
  const spend = (ms: number, onCore = ms) => [wall, core] = [wall + ms, core + onCore]; // prettier-ignore
  const ask = (move: Strategy['move']) => new MatchRunner({ customization: {}, move }, {}, 90, clocks).move(job());

  it('takes what comes in time', async () => {
    const outcome = await ask(() => (spend(89), 'left'));
    expect(outcome).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
  });

  it('takes what comes later for late, and the last proposal made in time', async () => {
    const outcome = await ask((_, { propose }) => {
      propose('up');
      spend(91);
      propose('down');
      return 'left';
    });
    expect(outcome).to.deep.include({ kind: 'late', proposal: { move: 'up' } });
  });

  it('does not blame a strategy for a machine that ran something else', async () => {
    const outcome = await ask(() => (spend(500, 20), 'left'));
    expect(outcome.kind).to.equal('moved');
  });
});
