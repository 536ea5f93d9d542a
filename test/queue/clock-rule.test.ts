import { expect } from 'chai';
import { applyClockRule } from '../../src/queue/clock-rule.js';

describe('applyClockRule', () => {
  it('gives slow machines more time and fast ones less, within bounds', () => {
    expect(decide('scale', 1)).to.equal(2);
    expect(decide('scale', 4)).to.equal(0.5);
    expect(decide('scale', 0.1)).to.equal('it is too slow: its speed is 0.10, that of the coordinator 2.00');
  });

  it('refuses machines of another speed', () => {
    expect(decide('refuse', 2.4)).to.equal(1);
    expect(decide('refuse', 1.5)).to.include('--clock refuse allows a factor of 1.25');
    expect(decide('refuse', 2.6)).to.include('its speed is 2.60');
  });

  it('ignores speed', () => {
    expect(decide('ignore', 0.001)).to.equal(1);
  });
});

function decide(kind: 'scale' | 'refuse' | 'ignore', speed: number): number | string {
  const decision = applyClockRule({ kind, speed: 2 }, speed);
  return decision.kind === 'play' ? decision.scale : decision.reason;
}
