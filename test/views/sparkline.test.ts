import { expect } from 'chai';
import { sparkline } from '../../src/views/sparkline.js';

describe('sparkline', () => {
  it('draws the lowest and the highest value as the ends of its scale', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 10)).to.equal('▁▂▃▄▅▆▇█');
  });

  it('draws means where there are more values than columns', () => {
    expect(sparkline([0, 0, 7, 7], 2)).to.equal('▁█');
    expect(sparkline([1, 2, 3], 2)).to.have.length(2);
  });

  it('draws a level line for one value, and for equal ones', () => {
    expect([sparkline([5], 3), sparkline([5, 5, 5], 3)]).to.deep.equal(['▄', '▄▄▄']);
  });
});
