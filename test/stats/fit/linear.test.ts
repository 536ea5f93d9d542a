import { expect } from 'chai';
import { invert, solve } from '../../../src/stats/ratings/bradley-terry.js';

const MATRIX = [
  [4, 2, 0],
  [2, 5, 3],
  [0, 3, 6],
];

describe('solve and invert', () => {
  it('solve a system by hand', () => {
    // 4 + 4 = 8, 2 + 10 + 9 = 21, 6 + 18 = 24.
    solve(MATRIX, [8, 21, 24]).forEach((x, index) => expect(x).to.be.closeTo([1, 2, 3][index]!, 1e-12));
  });

  it('find the inverse', () => {
    const inverse = invert(MATRIX);
    MATRIX.forEach((row, i) =>
      MATRIX.forEach((_, j) => {
        const product = row.reduce((sum, value, k) => sum + value * inverse[k]![j]!, 0);
        expect(product).to.be.closeTo(i === j ? 1 : 0, 1e-12);
      }),
    );
  });

  it('refuse a matrix that is not positive definite', () => {
    const singular = [
      [1, 1],
      [1, 1],
    ];
    expect(() => solve(singular, [1, 2])).to.throw('not positive definite');
  });
});
