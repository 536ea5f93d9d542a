import { expect } from 'chai';
import { GameLoad, type TurnUse } from '../../../src/snakes/schedule/game-load.js';

const use = (wanted: number, share = 480): TurnUse => ({ used: wanted, wanted, share, budget: 480 });

describe('GameLoad', () => {
  it('counts as CPU-bound until it has shown otherwise', () => {
    const load = new GameLoad();
    expect(load.isCpuBound).to.equal(true);
    load.learn(use(2));
    expect(load.isCpuBound).to.equal(false);
  });

  it('stays light after one long turn, and becomes CPU-bound with the second', () => {
    const load = new GameLoad(0);
    load.learn(use(400));
    expect(load.isCpuBound).to.equal(false);
    load.learn(use(400));
    expect(load.isCpuBound).to.equal(true);
  });

  it('stays CPU-bound after a turn with a single move', () => {
    const load = new GameLoad();
    for (let turn = 0; turn < 4; turn++) load.learn(use(470));
    load.learn(use(1));
    expect(load.isCpuBound).to.equal(true);
  });

  it('measures what a turn wanted, not what it got', () => {
    const load = new GameLoad(0);
    for (let turn = 0; turn < 2; turn++) load.learn({ used: 5, wanted: 55, share: 60, budget: 480 });
    expect(load.isCpuBound).to.equal(true);
  });

  it('is light on any machine if it wants 10 ms, however small its share', () => {
    const load = new GameLoad(0);
    for (let turn = 0; turn < 4; turn++) load.learn(use(10, 12));
    expect(load.isCpuBound).to.equal(false);
  });

  it('stays CPU-bound while its shares are too small to show anything', () => {
    const load = new GameLoad();
    for (let turn = 0; turn < 10; turn++) load.learn(use(0.5, 5));
    for (let turn = 0; turn < 10; turn++) load.learn(use(7, 12));
    expect(load.isCpuBound).to.equal(true);
    load.learn(use(2, 12));
    expect(load.isCpuBound).to.equal(false);
  });

  it('gives back what it took too much, but keeps the least', () => {
    const load = new GameLoad();
    load.learn({ used: 100, wanted: 100, share: 60, budget: 480 });
    expect(load.payBack(30, 5)).to.equal(5);
    expect(load.payBack(60, 5)).to.equal(45);
    expect(load.payBack(60, 5)).to.equal(60);
  });

  it('owes a whole budget at most', () => {
    const load = new GameLoad();
    for (let turn = 0; turn < 5; turn++) load.learn({ used: 480, wanted: 480, share: 60, budget: 480 });
    expect(load.payBack(1000, 5)).to.equal(520);
  });
});
