import { expect } from 'chai';
import { GameLoad, type TurnUse } from '../../../src/snakes/schedule/game-load.js';

const use = (wanted: number, share = 480): TurnUse => ({ used: wanted, wanted, share, budget: 480 });

describe('GameLoad', () => {
  it('counts as a thinker until it has shown otherwise', () => {
    const seat = new GameLoad();
    expect(seat.isCpuBound).to.equal(true);
    seat.learn(use(2));
    expect(seat.isCpuBound).to.equal(false);
  });

  it('stays light after one long turn, and becomes a thinker with the second', () => {
    const seat = new GameLoad(0);
    seat.learn(use(400));
    expect(seat.isCpuBound).to.equal(false);
    seat.learn(use(400));
    expect(seat.isCpuBound).to.equal(true);
  });

  it('stays a thinker after a turn with a single move', () => {
    const seat = new GameLoad();
    for (let turn = 0; turn < 4; turn++) seat.learn(use(470));
    seat.learn(use(1));
    expect(seat.isCpuBound).to.equal(true);
  });

  it('measures what a turn wanted, not what it got', () => {
    const seat = new GameLoad(0);
    for (let turn = 0; turn < 2; turn++) seat.learn({ used: 5, wanted: 55, share: 60, budget: 480 });
    expect(seat.isCpuBound).to.equal(true);
  });

  it('is light on any machine if it wants 10 ms, however small its share', () => {
    const seat = new GameLoad(0);
    for (let turn = 0; turn < 4; turn++) seat.learn(use(10, 12));
    expect(seat.isCpuBound).to.equal(false);
  });

  it('stays a thinker while its shares are too small to show anything', () => {
    const seat = new GameLoad();
    for (let turn = 0; turn < 10; turn++) seat.learn(use(0.5, 5));
    for (let turn = 0; turn < 10; turn++) seat.learn(use(7, 12));
    expect(seat.isCpuBound).to.equal(true);
    seat.learn(use(2, 12));
    expect(seat.isCpuBound).to.equal(false);
  });

  it('gives back what it took too much, but keeps the least', () => {
    const seat = new GameLoad();
    seat.learn({ used: 100, wanted: 100, share: 60, budget: 480 });
    expect(seat.payBack(30, 5)).to.equal(5);
    expect(seat.payBack(60, 5)).to.equal(45);
    expect(seat.payBack(60, 5)).to.equal(60);
  });

  it('owes a whole budget at most', () => {
    const seat = new GameLoad();
    for (let turn = 0; turn < 5; turn++) seat.learn({ used: 480, wanted: 480, share: 60, budget: 480 });
    expect(seat.payBack(1000, 5)).to.equal(520);
  });
});
