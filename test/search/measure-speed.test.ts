import { expect } from 'chai';
import { REFERENCE_NODES_PER_SECOND, SPEED_NODES, measureSpeed } from '../../src/search/measure-speed.js';

describe('measureSpeed', () => {
  it('searches the same positions each time, whatever was searched before', () => {
    const [first, second] = [measureSpeed(), measureSpeed()];
    expect(first.nodes).to.equal(SPEED_NODES);
    expect(second.nodes).to.equal(SPEED_NODES);
    expect(first.speed).to.equal(first.nodesPerSecond / REFERENCE_NODES_PER_SECOND);
  });

  it('takes the median, so that a few searches that were held up do not count', () => {
    const times = [20, 20, 20, 500, 500, 500, 500, 20, 20, 20, 20];
    expect(measureSpeed(clockOf(times)).nodesPerSecond).to.equal((1000 * SPEED_NODES) / 20);
  });

  it('says how much faster than the reference', () => {
    const ms = (1000 * SPEED_NODES) / REFERENCE_NODES_PER_SECOND;
    const twice = Array.from({ length: 11 }, () => ms / 2);
    expect(measureSpeed(clockOf(twice)).speed).to.be.closeTo(2, 1e-9);
  });
});

/** A clock on which the timed searches take these times, and those before them no time. */
function clockOf(times: readonly number[]): () => number {
  const steps = [0, 0, 0, ...times];
  let [reading, at] = [0, 0];
  return () => {
    if (reading % 2 === 1) at += steps[(reading - 1) / 2]!;
    reading++;
    return at;
  };
}
