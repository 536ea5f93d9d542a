import { expect } from 'chai';
import type { Direction } from '../../src/rules/types.js';
import { wasMoveUsed } from '../../src/inference/move-used.js';
import { sketchRequest, type RequestSketch } from '../support/requests.js';

const at = ([x, y]: number[]) => ({ x: x!, y: y! });

/** A snake that stood on `head` with its neck on `neck` answered `move`; then it is seen on `now`. */
function judged(
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

describe('turn truth', () => {
  it('says no when the head stepped elsewhere', () => {
    expect(judged([5, 4], [5, 5], 'left', [5, 6])).to.equal('no');
    expect(judged([5, 4], [5, 5], 'left', [5, 5])).to.equal('no');
  });

  it('says yes when it stepped as answered, and not straight on', () => {
    expect(judged([5, 4], [5, 5], 'left', [4, 5])).to.equal('yes');
  });

  it('does not know when the engine would have gone straight on by itself', () => {
    expect(judged([5, 4], [5, 5], 'up', [5, 6])).to.equal('unknown');
  });

  it('does not know on the first turn when the answer was up', () => {
    expect(judged([5, 5], [5, 5], 'up', [5, 6])).to.equal('unknown');
    expect(judged([5, 5], [5, 5], 'right', [6, 5])).to.equal('yes');
  });

  it('says no when the engine reports a timeout for a step it would have made by itself', () => {
    expect(judged([5, 4], [5, 5], 'up', [5, 6], { latency: '500' })).to.equal('no');
    expect(judged([5, 4], [5, 5], 'up', [5, 6], { latency: '' })).to.equal('unknown');
  });

  it('follows a head over the edge', () => {
    expect(judged([1, 5], [0, 5], 'left', [10, 5], { ruleset: 'wrapped' })).to.equal('unknown');
    expect(judged([0, 4], [0, 5], 'left', [10, 5], { ruleset: 'wrapped' })).to.equal('yes');
  });

  it('does not judge over a turn that was skipped or repeated', () => {
    expect(judged([5, 4], [5, 5], 'left', [4, 5], { turn: 9 })).to.equal(undefined);
    expect(judged([5, 4], [5, 5], 'left', [4, 5], { turn: 7 })).to.equal(undefined);
  });
});
