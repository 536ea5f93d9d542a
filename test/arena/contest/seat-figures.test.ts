import { expect } from 'chai';
import { array, assert, double, property } from 'fast-check';
import type { Reply } from '../../../src/arena/game/arena-snake.js';
import {
  addFigures,
  countReply,
  createSeatCount,
  SEARCH_SIZES,
  type SeatCount,
  type SeatRecord,
} from '../../../src/arena/contest/seat-figures.js';
import { shortPercentile } from '../../../src/stats/histogram.js';
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import { addRecord, emptySide, type GameCounts } from '../../../src/arena/contest/side-tally.js';

/** A seat whose answers took so long, in ms. */
function seatOf(times: readonly number[]): SeatRecord {
  const count: SeatCount = createSeatCount();
  for (const took of times) countReply(count, { move: 'up', shout: '', latency: 0, took });
  return { ...count, length: 3 };
}

function recordOf(...replies: Partial<Reply>[]): SeatCount {
  const count = createSeatCount();
  for (const reply of replies) countReply(count, { move: 'up', shout: '', latency: 0, took: 1, ...reply });
  return count;
}

const times = array(double({ min: 0, max: 10_000, noNaN: true }));

describe('countReply', () => {
  it('counts answers and their times', () => {
    const record = recordOf({ took: 0 }, { took: 0 }, { took: 0.001 });
    expect(record).to.deep.equal({
      answers: 3,
      ownMoves: 3,
      lostTurns: 0,
      failures: 0,
      fallbacks: 0,
      took: { 0: 2, 8: 1 },
      length: 0,
    });
  });

  it('counts late and missing answers as lost turns, and other failures apart', () => {
    const record = recordOf(
      { failure: 'late', problem: 'late: first' },
      { move: undefined, problem: 'no answer' },
      { failure: 'failed', problem: 'failed: last' },
    );
    expect(record).to.deep.include({ answers: 3, lostTurns: 2, failures: 1, fallbacks: 2, problem: 'late: first' });
  });

  it("counts the strategy's moves, proposals included, but not safe or missing moves", () => {
    const record = recordOf(
      {},
      { isDelegated: true },
      { move: undefined, problem: 'no answer' },
      { failure: 'failed', fallback: 'safe', problem: 'failed' },
      { failure: 'late', fallback: 'proposed', problem: 'late' },
    );
    expect(record).to.deep.include({ answers: 5, ownMoves: 2 });
  });

  it('counts the turns that pondering found, of those for which there was any', () => {
    const record = recordOf({}, { found: true }, { found: false }, { found: true });
    expect(record).to.deep.include({ answers: 4, pondered: { turns: 3, found: 2 } });
  });

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

  it('keeps the first text, and copies a group that is new', () => {
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
    const starved: SeatRecord = { ...dead, deaths: { 'out-of-health': 1 } };
    const records: GameRecord[] = [
      { kind: 'played', turns: 3, scores: [1, 0], seats: [dead, starved] },
      crashed('out of memory', 3),
      { ...crashed('exit', 4), seat: 1 },
    ];
    const none: GameCounts = { played: 0, turns: 0, sides: [emptySide] };
    const { sides, ...counts } = records.reduce((sum, record) => addRecord(sum, [0, 0], record), none);
    const side = sides[0]!;
    expect(counts).to.deep.equal({ played: 1, turns: 3 });
    expect(side).to.deep.include({ games: 2, answers: 4, length: 6, crashes: 2, crash: 'out of memory' });
    expect(side).to.include({ crashedOn: 'turn 3 of the seed "s"' });
    expect(side.deaths).to.deep.equal({ 'wall-collision': 1, 'out-of-health': 1 });
    expect(emptySide).to.deep.include({ games: 0, answers: 0, took: {} });
  });
});
