import { expect } from 'chai';
import { afterCreation, afterRefusal, FULL_PACE, nextCreation, type Pace } from '../../../src/commands/duel/pace.js';

const MINUTE = 60_000;

/** With a game at each of these minutes. */
const paceOf = (minutes: readonly number[], from: Pace = FULL_PACE) =>
  minutes.reduce((pace, at) => afterCreation(pace, at * MINUTE), from);

describe('the pace of a duel', () => {
  it('is 12 games in any ten minutes', () => {
    const minutes = Array.from({ length: 12 }, (_, index) => 100 + index / 4);
    expect(nextCreation(paceOf(minutes.slice(0, 11)))).to.be.below(103 * MINUTE);
    expect(nextCreation(paceOf(minutes))).to.equal(110 * MINUTE);
    expect(nextCreation(paceOf([...minutes, 110]))).to.equal(110.25 * MINUTE);
  });

  it('is less than the platform took once it was busy, and waits as long as it asked', () => {
    const busy = afterRefusal(paceOf([100, 101, 102, 103]), 103 * MINUTE, 5 * MINUTE);
    expect(busy.most).to.equal(3);
    expect(nextCreation(busy)).to.equal(111 * MINUTE);
    const long = afterRefusal(paceOf([100]), 103 * MINUTE, 90 * MINUTE);
    expect([long.most, nextCreation(long)]).to.deep.equal([1, 193 * MINUTE]);
    expect(afterRefusal(long, 200 * MINUTE, 0).most).to.equal(1);
  });

  it('does not stand still after the clock was put back', () => {
    const ahead = paceOf(Array.from({ length: 12 }, () => 10_000));
    const back = afterCreation(ahead, 100 * MINUTE);
    expect(nextCreation(back)).to.equal(110 * MINUTE);
  });
});
