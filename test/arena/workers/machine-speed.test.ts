import { expect } from 'chai';
import { measureMachine } from '../../../src/arena/workers/machine-speed.js';
import { SPEED_NODES } from '../../../src/search/measure-speed.js';

describe('measureMachine', () => {
  it('measures in several threads at once', async () => {
    const { nodes, speed } = await measureMachine(2);
    expect(nodes).to.equal(SPEED_NODES);
    expect(speed).to.be.above(0);
  });
});
