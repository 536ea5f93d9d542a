import { expect } from 'chai';
import type { Direction } from '../../src/rules/types.js';
import { wasMoveUsed } from '../../src/inference/move-used.js';
import { type Used } from '../../src/views/game-rows.js';
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

  const STRAIGHT_ON: readonly [latency: string, expected: Used, why: string, version?: string][] = [
    ['5', 'yes', 'the engine waited for the answer, and no longer'],
    ['499', 'yes', 'the engine waited for the answer, and no longer'],
    ['500', 'unlikely', 'the engine reports a timeout'],
    ['99999', 'unknown', 'no engine waits for that long'],
    ['', 'unknown', 'the engine reports none'],
    ['0', 'unknown', 'some engines report 0 after a timeout', 'v1.0.0'],
  ];
  for (const [latency, expected, why, version = 'cli'] of STRAIGHT_ON) {
    it(`says ${expected} of a step straight on and a latency of "${latency}": ${why}`, () => {
      expect(used([5, 4], [5, 5], 'up', [5, 6], { latency, version })).to.equal(expected);
      // On the first turn, straight on is up.
      expect(used([5, 5], [5, 5], 'up', [5, 6], { latency, version })).to.equal(expected);
      expect(used([5, 5], [5, 5], 'right', [6, 5], { latency, version })).to.equal('yes');
    });
  }

  it('does not know of a step straight on whose latency is less than our answer took', () => {
    expect(used([5, 4], [5, 5], 'up', [5, 6], { latency: '0' })).to.equal('unknown');
  });

  it('follows a head over the edge', () => {
    expect(used([1, 5], [0, 5], 'left', [10, 5], { ruleset: 'wrapped', latency: '' })).to.equal('unknown');
    expect(used([0, 4], [0, 5], 'left', [10, 5], { ruleset: 'wrapped' })).to.equal('yes');
  });

  it('says nothing if a turn was skipped or repeated', () => {
    expect(used([5, 4], [5, 5], 'left', [4, 5], { turn: 9 })).to.equal(undefined);
    expect(used([5, 4], [5, 5], 'left', [4, 5], { turn: 7 })).to.equal(undefined);
  });
});
