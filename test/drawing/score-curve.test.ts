import { expect } from 'chai';
import { toScoreCurve } from '../../src/drawing/score-curve.js';

describe('the score curve', () => {
  it('has a fixed scale, on which a win that is found does not flatten ordinary scores', () => {
    const [low, even, high, unknown, won] = toScoreCurve([-10, 0, 10, undefined, 1e9])!;
    expect([even, unknown, won]).to.deep.equal([0.5, undefined, 1]);
    expect([low, high]).to.deep.equal([0.25, 0.75]);
  });

  it('is none if there is one score alone', () => {
    expect(toScoreCurve([undefined, 3])).to.equal(undefined);
    expect(toScoreCurve([0, 0])).to.deep.equal([0.5, 0.5]);
  });

  it('takes the largest numbers there are', () => {
    expect(toScoreCurve([-Number.MAX_VALUE, 0, 1, Number.MAX_VALUE])).to.deep.include(0.5);
    for (const height of toScoreCurve([-Number.MAX_VALUE, 0, 1, Number.MAX_VALUE])!) expect(height).to.be.within(0, 1);
  });
});
