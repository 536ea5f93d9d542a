import { expect } from 'chai';
import type { PlayedGame } from '../../../src/arena/contest/game-record.js';
import type { SeatRecord } from '../../../src/arena/contest/seat-figures.js';
import { isFromMatchWorker } from '../../../src/arena/workers/worker-messages.js';

const seat: SeatRecord = {
  answers: 9,
  ownMoves: 9,
  lostTurns: 0,
  failures: 1,
  fallbacks: 1,
  took: { 40: 9 },
  length: 3,
};
const game: PlayedGame = { kind: 'played', turns: 9, scores: [0, 1], seats: [seat, seat] };

const played = (record: unknown) => ({ type: 'played', records: [record] });

describe('isFromMatchWorker', () => {
  it('accepts each message that a worker sends', () => {
    const pondered = { turns: 7, found: 5 };
    const dead = { ...seat, problem: 'failed: move threw', deaths: { 'wall-collision': 1 }, pondered };
    const messages = [
      { type: 'loaded' },
      { type: 'broken', reason: 'no such file' },
      { type: 'unusable', unusable: [{ contestant: 1, path: ['options', 0], message: 'is "3"' }] },
      { type: 'played', records: [game, { ...game, seats: [dead, seat] }] },
    ];
    for (const message of messages) expect(isFromMatchWorker(message), JSON.stringify(message)).to.equal(true);
  });

  it('removes figures of a newer worker, which the tally could not add up', () => {
    const newer = structuredClone({ ...game, seats: [{ ...seat, hats: 7, took: { 40: 9, mean: 2 } }, seat] });
    expect(isFromMatchWorker(played(newer))).to.equal(true);
    expect(newer.seats).to.deep.equal([seat, seat]);
  });

  const foreign: [string, unknown][] = [
    ['a string', 'played'],
    ['null', null],
    ['an unknown type', { type: 'hello' }],
    ['a broken strategy without a reason', { type: 'broken' }],
    ['an unusable contestant without a path', { type: 'unusable', unusable: [{ contestant: 0, message: 'no' }] }],
    ['records that are not a list', { type: 'played', records: {} }],
    ['a record that is not an object', played(7)],
    ['a crashed game, which only the parent can know of', played({ kind: 'crashed', seat: 0, reason: 'gone' })],
    ['a game without scores', played({ ...game, scores: undefined })],
    ['a seat that pondered no number of turns', played({ ...game, seats: [{ ...seat, pondered: { turns: 7 } }] })],
    ['a seat without times', played({ ...game, seats: [{ ...seat, took: null }] })],
    ['a seat whose counts are strings', played({ ...game, seats: [{ ...seat, answers: '9' }] })],
    ['a seat whose times are not counts', played({ ...game, seats: [{ ...seat, took: { 40: 'often' } }] })],
  ];
  for (const [name, message] of foreign) {
    it(`rejects ${name}`, () => {
      expect(isFromMatchWorker(message)).to.equal(false);
    });
  }
});
