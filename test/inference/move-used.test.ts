import { expect } from 'chai';
import type { Direction } from '../../src/rules/types.js';
import { wasMoveUsed } from '../../src/inference/move-used.js';
import { sketchRequest, type RequestSketch } from '../support/requests.js';

const at = ([x, y]: number[]) => ({ x: x!, y: y! });

/**
 * What is inferred if a snake with its head on `head` and its neck on `neck` answers `move` and is next seen on `now`.
 */
function used(
  neck: number[],
  head: number[],
  move: Direction,
  now: number[],
  rest: RequestSketch & { latency?: string } = {},
) {
  const { latency = '5', ...sketch } = rest;
  const request = sketchRequest({ turn: 8, ...sketch, snakes: [{ id: 'me', body: [now, head, neck], latency }] });
  return wasMoveUsed({ turn: 7, move, head: at(head), neck: at(neck), took: 3 }, request);
}

describe('wasMoveUsed', () => {
  it('says no if the head went elsewhere', () => {
    expect(used([5, 4], [5, 5], 'left', [5, 6])).to.equal('no');
    expect(used([5, 4], [5, 5], 'left', [5, 5])).to.equal('no');
  });

  it('says yes if the head went as answered, and not straight on', () => {
    expect(used([5, 4], [5, 5], 'left', [4, 5])).to.equal('yes');
  });

  it('does not know if the map has put the snake elsewhere, as at a new level of the solo maze', () => {
    const body = [at([1, 1]), at([1, 0]), at([1, 0])];
    const request = sketchRequest({
      turn: 8,
      snakes: [{ id: 'me', body: body.map(({ x, y }) => [x, y]), latency: '5' }],
    });
    const last = { turn: 7, move: 'left', head: at([5, 5]), neck: at([5, 4]), took: 3 } as const;
    expect(wasMoveUsed(last, request)).to.equal('unknown');
  });

  it('does not know if the answer was to go straight on', () => {
    expect(used([5, 4], [5, 5], 'up', [5, 6])).to.equal('unknown');
  });

  it('does not know on the first turn if the answer was up', () => {
    expect(used([5, 5], [5, 5], 'up', [5, 6])).to.equal('unknown');
    expect(used([5, 5], [5, 5], 'right', [6, 5])).to.equal('yes');
  });

  it('says no if the engine reports a timeout for a step straight on', () => {
    expect(used([5, 4], [5, 5], 'up', [5, 6], { latency: '500' })).to.equal('no');
    expect(used([5, 4], [5, 5], 'up', [5, 6], { latency: '' })).to.equal('unknown');
    // No engine waits for that long.
    expect(used([5, 4], [5, 5], 'up', [5, 6], { latency: '99999' })).to.equal('unknown');
  });

  it('follows a head over the edge', () => {
    expect(used([1, 5], [0, 5], 'left', [10, 5], { ruleset: 'wrapped' })).to.equal('unknown');
    expect(used([0, 4], [0, 5], 'left', [10, 5], { ruleset: 'wrapped' })).to.equal('yes');
  });

  it('says nothing if a turn was skipped or repeated', () => {
    expect(used([5, 4], [5, 5], 'left', [4, 5], { turn: 9 })).to.equal(undefined);
    expect(used([5, 4], [5, 5], 'left', [4, 5], { turn: 7 })).to.equal(undefined);
  });
});
