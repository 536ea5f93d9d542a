import { expect } from 'chai';
import { stepAfter, trialAt, type SpsaParameter } from '../../../src/stats/fit/spsa.js';
import { createRandom } from '../../support/simulated-sprt.js';

const REAL: SpsaParameter = { minimum: 0, maximum: 100, start: 50, isWhole: false };
const WHOLE: SpsaParameter = { minimum: 0, maximum: 10, start: 1, isWhole: true };

describe('trialAt', () => {
  it('tries a fifth of the scale on both sides at first, and less later', () => {
    expect(trialAt([REAL], [50], 0, [1])).to.deep.equal({ plus: [70], minus: [30] });
    expect(trialAt([REAL], [50], 0, [-1])).to.deep.equal({ plus: [30], minus: [70] });
    const { plus, minus } = trialAt([REAL], [50], 999, [1]);
    expect(plus[0]! - 50).to.be.closeTo(20 / 1000 ** 0.101, 1e-9);
    expect(50 - minus[0]!).to.be.closeTo(20 / 1000 ** 0.101, 1e-9);
  });

  it('stays within the bounds, at equal distances', () => {
    expect(trialAt([REAL], [95], 0, [1])).to.deep.equal({ plus: [100], minus: [60] });
    expect(trialAt([REAL], [0], 0, [1])).to.deep.equal({ plus: [40], minus: [0] });
  });

  it('tries whole numbers that differ, however small the shift', () => {
    for (const value of [0, 0.3, 0.5, 1, 4.49, 9.7, 10]) {
      const { plus, minus } = trialAt([WHOLE], [value], 5000, [1]);
      expect(Number.isInteger(plus[0]) && Number.isInteger(minus[0])).to.equal(true);
      expect(plus[0]! - minus[0]!).to.equal(1);
      expect([plus[0]! <= 10, minus[0]! >= 0]).to.deep.equal([true, true]);
    }
  });
});

const step = (result: number, k = 0) =>
  stepAfter([REAL], [50], { plus: [70], minus: [30] }, { k, planned: 100, result })[0]!;

describe('stepAfter', () => {
  it('moves to the side that won: at first by a twentieth of the scale', () => {
    expect(step(1)).to.be.closeTo(55, 1e-9);
    expect(step(-1)).to.be.closeTo(45, 1e-9);
    expect(step(0)).to.equal(50);
  });

  it('takes smaller steps later, as Spall lays them out', () => {
    expect(step(1, 99) - 50).to.be.closeTo(5 * (11 / 110) ** 0.602, 1e-9);
  });

  it('finds the top of a noisy hill in five dimensions', () => {
    const parameters = Array.from({ length: 5 }, (): SpsaParameter => ({ ...REAL, start: 30 }));
    const top = [20, 35, 50, 65, 80];
    const random = createRandom(5);
    let values: number[] = parameters.map(({ start }) => start);
    const planned = 4000;
    const settled = parameters.map(() => 0);
    for (let k = 0; k < planned; k++) {
      const signs = parameters.map(() => (random() < 0.5 ? 1 : -1));
      const trial = trialAt(parameters, values, k, signs);
      const height = (point: readonly number[]) => -point.reduce((sum, x, i) => sum + ((x - top[i]!) / 50) ** 2, 0);
      const chance = 1 / (1 + Math.exp(3 * (height(trial.minus) - height(trial.plus))));
      values = stepAfter(parameters, values, trial, { k, planned, result: random() < chance ? 1 : -1 });
      if (k >= planned / 2) values.forEach((value, index) => (settled[index]! += value / (planned / 2)));
    }
    settled.forEach((value, index) => expect(value).to.be.closeTo(top[index]!, 8));
  });
});
