import { expect } from 'chai';
import * as fc from 'fast-check';
import { SimulatedCores, type SimulatedTurn } from '../../support/simulated-cores.js';
import { runsOf } from '../../support/budget.js';

const SETTLE_MS = 4000;
const PLAY_MS = 5000;

/** Plays games of four CPU-bound snakes each on two cores. Returns the turns once the shares have settled. */
function playGames(games: number, beyond: number, apart: number): SimulatedTurn[] {
  const cores = new SimulatedCores();
  const lanes = [0, 1, 2, 3].map(() => cores.join());
  for (let game = 0; game < games; game++) {
    cores.play(lanes, `game ${game}`, { beyond });
    cores.clock.pass(apart);
  }
  cores.clock.pass(SETTLE_MS);
  const from = cores.turns.length;
  cores.clock.pass(PLAY_MS);
  return cores.turns.slice(from).filter(({ deadline }) => deadline < cores.clock.now);
}

const shareOf = ({ begunAt, until }: SimulatedTurn) => until! - begunAt!;
const isInTime = ({ endedAt = Infinity, deadline }: SimulatedTurn) => endedAt <= deadline;
const lateOf = (turns: readonly SimulatedTurn[]) => turns.filter((turn) => !isInTime(turn));

describe('Cores', () => {
  it('gives the whole budget at once to no more games than there are cores', () => {
    const cores = new SimulatedCores();
    const lane = cores.join();
    const turns = ['a', 'b'].map((key) => cores.think(lane, { key }));
    expect(turns.map(({ begunAt }) => begunAt)).to.deep.equal([1000, 1000]);
    expect(turns.map(({ until }) => until)).to.deep.equal([1480, 1480]);
  });

  it('shrinks all shares alike from the first turn on if games were announced', () => {
    const cores = new SimulatedCores();
    const lane = cores.join();
    for (const key of ['a', 'b', 'c', 'd']) lane.begin(key);
    const turns = ['a', 'b', 'c', 'd'].map((key) => cores.think(lane, { key }));
    cores.clock.pass(480);
    expect(lateOf(turns)).to.deep.equal([]);
    for (const turn of turns) expect(shareOf(turn)).to.be.within(220, 245);
  });

  for (const games of [1, 2, 4, 8]) {
    it(`answers ${games} games of four CPU-bound snakes on two cores in time, with equal shares`, () => {
      for (const beyond of [-4, 0, 3]) {
        const turns = playGames(games, beyond, 137);
        expect(lateOf(turns)).to.deep.equal([]);
        const shares = turns.map(shareOf);
        expect(Math.min(...shares)).to.be.above(0.8 * Math.max(...shares));
        expect(Math.min(...shares)).to.be.above((0.75 * 480 * 2) / (4 * games) - 4);
      }
    });
  }

  it('answers in time whatever moment the games begin at, without starving any', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 400 }), (games, apart) => {
        const turns = playGames(games, 0, apart);
        expect(lateOf(turns)).to.deep.equal([]);
        expect(new Set(turns.map(({ key }) => key)).size).to.equal(4 * games);
      }),
      { numRuns: runsOf(5) },
    );
  });

  it('never lets more run at once than there are cores, over random arrivals that fit', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 4 }), (given, count) => {
        const cores = new SimulatedCores({ cores: count });
        const lane = cores.join();
        given.forEach((_, index) => lane.begin(`game ${index}`));
        for (const after of given) {
          cores.clock.pass(after);
          cores.think(lane, { key: `game ${cores.turns.length}` });
        }
        cores.clock.pass(1000);
        const { turns } = cores;
        expect(lateOf(turns)).to.deep.equal([]);
        for (const { begunAt } of turns) {
          const running = turns.filter((turn) => turn.begunAt! <= begunAt! && turn.endedAt! > begunAt!);
          expect(running.length).to.be.at.most(count);
        }
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('weighs shares by priority', () => {
    const cores = new SimulatedCores({ cores: 1 });
    for (const priority of ['high', 'normal', 'low'] as const) cores.play([cores.join(priority)], priority);
    cores.clock.pass(5000);
    const mean = (key: string) => {
      const shares = cores.turns.filter((turn) => turn.key === `${key} 0` && turn.endedAt !== undefined).map(shareOf);
      return shares.slice(-5).reduce((sum, share) => sum + share, 0) / 5;
    };
    expect(mean('high') / mean('normal')).to.be.within(1.6, 2.4);
    expect(mean('normal') / mean('low')).to.be.within(1.6, 2.4);
    expect(lateOf(cores.turns.filter(({ deadline }) => deadline < cores.clock.now))).to.deep.equal([]);
  });

  it('does not give a turn to a child that has another one, but lets a later turn begin', () => {
    const cores = new SimulatedCores();
    const lane = cores.join();
    const given = [
      ['a', 'one'],
      ['b', 'one'],
      ['c', 'two'],
    ] as const;
    const turns = given.map(([key, child]) => cores.think(lane, { key, child }));
    expect(turns.map(({ begunAt }) => begunAt)).to.deep.equal([1000, undefined, 1000]);
  });

  it('takes the core from a turn that overruns its share, and the time from its next shares', () => {
    const cores = new SimulatedCores({ cores: 1 });
    const lane = cores.join();
    for (const key of ['greedy', 'fair']) lane.begin(key);
    const greedy = cores.think(lane, { key: 'greedy', beyond: 100 });
    const fair = cores.think(lane, { key: 'fair' });
    cores.clock.pass(480);
    expect(fair.begunAt).to.be.closeTo(greedy.until! + 5, 1);
    expect(isInTime(fair)).to.equal(true);
    const next = cores.think(lane, { key: 'greedy' });
    cores.think(lane, { key: 'fair' });
    expect(shareOf(next)).to.be.closeTo(shareOf(greedy) - 100, 10);
  });

  it('starts a turn next to others before it loses half of its share', () => {
    const cores = new SimulatedCores({ cores: 1 });
    const lane = cores.join();
    cores.think(lane, { key: 'unannounced' });
    const second = cores.think(lane, { key: 'surprise' });
    cores.clock.pass(480);
    expect(second.begunAt).to.be.within(1300, 1400);
  });

  it('forgets CPU-bound games that fall silent', () => {
    const cores = new SimulatedCores();
    const lane = cores.join();
    for (const key of ['a', 'b', 'c', 'd']) lane.begin(key);
    expect(lane.status().cpuBound).to.equal(4);
    cores.clock.pass(3000);
    expect([lane.status().cpuBound, cores.schedule.oversubscription]).to.deep.equal([0, 1]);
    expect(shareOf(cores.think(lane, { key: 'a' }))).to.equal(480);
  });
});
