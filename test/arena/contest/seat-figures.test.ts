import { expect } from 'chai';
import { array, assert, double, property } from 'fast-check';
import {
  addFigures,
  countReply,
  createSeatCount,
  SEARCH_SIZES,
  type SeatCount,
  type SeatRecord,
} from '../../../src/arena/contest/seat-figures.js';
import { shortPercentile } from '../../../src/stats/histogram.js';
import { addCrash, addSeat, emptySide } from '../../../src/arena/contest/side-tally.js';

/** A seat whose answers took so long, in ms. */
function seatOf(times: readonly number[]): SeatRecord {
  const count: SeatCount = createSeatCount();
  for (const took of times) countReply(count, { move: 'up', shout: '', latency: 0, took });
  return { ...count, length: 3 };
}

const times = array(double({ min: 0, max: 10_000, noNaN: true }));

describe('countReply', () => {
  it('counts the depths and nodes that a strategy notes, and leaves out turns without', () => {
    const count = createSeatCount();
    const reply = { move: 'up', shout: '', latency: 0, took: 1 } as const;
    countReply(count, reply);
    countReply(count, { ...reply, note: { text: 'nothing found' } });
    expect(count.searched).to.equal(undefined);
    countReply(count, { ...reply, note: { depth: 3, nodes: 900 } });
    countReply(count, { ...reply, note: { depth: 3 } });
    const [depth, nodes] = [count.searched!.depth, count.searched!.nodes];
    expect(Object.values(depth)).to.deep.equal([2]);
    expect(shortPercentile(depth, SEARCH_SIZES, 0.5)).to.equal(3);
    expect(shortPercentile(nodes, SEARCH_SIZES, 0.5)).to.equal(900);
  });
});

describe('addFigures', () => {
  it('adds up all numbers, whichever games are added first', () => {
    assert(
      property(times, times, (some, others) => {
        const both = { ...seatOf([...some, ...others]), length: 6 };
        expect(addFigures(seatOf(some), seatOf(others))).to.deep.equal(both);
        expect(addFigures(seatOf(others), seatOf(some))).to.deep.equal(both);
      }),
    );
  });

  it('keeps the first text, and takes over a group that is new', () => {
    const first: SeatRecord = { ...seatOf([1]), problem: 'late' };
    const second: SeatRecord = { ...seatOf([1]), problem: 'failed', pondered: { turns: 2, found: 1 } };
    const sum = addFigures(first, second);
    expect(sum).to.deep.include({ problem: 'late', pondered: { turns: 2, found: 1 }, answers: 2 });
    expect(addFigures(sum, second).pondered).to.deep.equal({ turns: 4, found: 2 });
  });
});

const crashed = (reason: string, turn: number) => ({ kind: 'crashed', seat: 0, seed: 's', reason, turn }) as const;

describe('the figures of a side', () => {
  it('add up its seats, with its games, deaths and crashes', () => {
    const dead: SeatRecord = { ...seatOf([1, 1]), deaths: { 'wall-collision': 1 } };
    const twice = addSeat(addSeat(emptySide, dead), { ...dead, deaths: { 'out-of-health': 1 } });
    const side = addCrash(addCrash(twice, crashed('out of memory', 3)), crashed('exit', 4));
    expect(side).to.deep.include({ games: 2, answers: 4, length: 6, crashes: 2, crash: 'out of memory' });
    expect(side).to.include({ crashedOn: 'turn 3 of the seed "s"' });
    expect(side.deaths).to.deep.equal({ 'wall-collision': 1, 'out-of-health': 1 });
    expect(emptySide).to.deep.include({ games: 0, answers: 0, took: {} });
  });
});
