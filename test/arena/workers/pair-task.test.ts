import { expect } from 'chai';
import type { PlayedGame } from '../../../src/arena/contest/game-record.js';
import type { Pairing } from '../../../src/arena/contest/contest.js';
import { PairTask } from '../../../src/arena/workers/match-worker.js';

const pairing = (game: number): Pairing => ({ pair: 0, game, seed: 's', seats: [0, 1] });
const played = (turns: number): PlayedGame => ({ kind: 'played', turns, scores: [0, 1], seats: [] });
const callIn = (game: number) => ({ count: 1, tasksDone: 0, game, seat: 1, call: 'move', turn: 3 }) as const;
const crashed = { kind: 'crashed', seat: 1, reason: 'it went', seed: 's', turn: 3 };

describe('PairTask', () => {
  it('resolves with the records in the order of the pairings', async () => {
    const task = new PairTask([pairing(0), pairing(1)]);
    task.complete([played(3), played(5)]);
    expect(await task.result).to.deep.equal([played(3), played(5)]);
  });

  it('leaves out a crashed game when it is played again', async () => {
    const task = new PairTask([pairing(0), pairing(1)]);
    expect(task.addCrash(callIn(0), 'it went')).to.equal(true);
    expect(task.settleIfComplete()).to.equal(false);
    expect(task.remaining).to.deep.equal([pairing(1)]);
    task.complete([played(5)]);
    expect(await task.result).to.deep.equal([crashed, played(5)]);
  });

  it('resolves without another worker if every game crashed', async () => {
    const task = new PairTask([pairing(0)]);
    task.addCrash(callIn(0), 'it went');
    expect(task.settleIfComplete()).to.equal(true);
    expect(await task.result).to.deep.equal([crashed]);
  });

  it('does not count a call in a game of another pair', () => {
    const task = new PairTask([pairing(0)]);
    expect(task.addCrash(callIn(5), 'it went')).to.equal(false);
    expect(task.remaining).to.deep.equal([pairing(0)]);
  });

  it('resolves with undefined if it is cancelled', async () => {
    const task = new PairTask([pairing(0)]);
    task.cancel();
    expect(await task.result).to.equal(undefined);
  });
});
