import { expect } from 'chai';
import * as fc from 'fast-check';
import { cellAt, xOf, yOf } from '../../src/rules/cells.js';

describe('cells', () => {
  it('have a number each, row by row on the board and negative off it', () => {
    const grid = { width: 5, height: 3 };
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 3000 }), fc.integer({ min: -1000, max: 3000 }), (x, y) => {
        const cell = cellAt(grid, x, y);
        expect([xOf(grid, cell), yOf(grid, cell)]).to.deep.equal([x, y]);
        expect(cell >= 0).to.equal(x >= 0 && x < 5 && y >= 0 && y < 3);
        if (cell >= 0) expect(cell).to.equal(y * 5 + x);
      }),
    );
  });

  it('accept any coordinate', () => {
    const grid = { width: 5, height: 3 };
    for (const odd of [Number.NaN, Infinity, -Infinity, 1e300, -1e300]) {
      expect(cellAt(grid, odd, 0)).to.be.lessThan(0);
    }
  });
});
