import { expect } from 'chai';
import { IdleCores, type Ponderer } from '../../../src/snakes/schedule/idle-cores.js';

interface Told extends Ponderer {
  state: Ponderer['state'];
  isReady: boolean;
}

/** Ponderers that record the messages they receive. */
function createCores(cores: number) {
  const told: string[] = [];
  const wanted = { is: false };
  const idle = new IdleCores(cores, { isWanted: () => wanted.is, hasTurn: () => false });
  const ponder = (name: string, isReady = true) => {
    const ponderer: Told = {
      state: 'waiting',
      isReady,
      begin() {
        this.state = 'running';
        told.push(`${name} begins`);
      },
      stop() {
        this.state = 'stopping';
        told.push(`${name} stops`);
      },
    };
    idle.add(ponderer);
    return ponderer;
  };
  const returned = (ponderer: Told, isDone: boolean) => {
    ponderer.state = 'waiting';
    idle.returned(ponderer, isDone);
  };
  return { idle, told, wanted, ponder, returned };
}

describe('IdleCores', () => {
  it('lets as many ponder as there are free cores, in the order in which they were answered', () => {
    const { idle, told, ponder } = createCores(3);
    idle.sent('a turn');
    for (const name of ['a', 'b', 'c']) ponder(name);
    expect(told).to.deep.equal(['a begins', 'b begins']);
    idle.done('a turn');
    idle.share();
    expect(told.at(-1)).to.equal('c begins');
  });

  it('stops the one that was answered last when a child gets work, and resumes it afterwards', () => {
    const { idle, told, ponder, returned } = createCores(2);
    ponder('a');
    const b = ponder('b');
    idle.sent('a turn');
    expect(told).to.deep.equal(['a begins', 'b begins', 'b stops']);
    idle.sent('another turn');
    expect(told.at(-1)).to.equal('a stops');
    idle.done('another turn');
    returned(b, false);
    expect(told).to.have.lengthOf(4);
    idle.done('a turn');
    idle.share();
    expect(told.at(-1)).to.equal('b begins');
  });

  it('lets nobody ponder while a turn waits for a core', () => {
    const { idle, told, wanted, ponder } = createCores(2);
    ponder('a');
    wanted.is = true;
    idle.share();
    ponder('b');
    expect(told).to.deep.equal(['a begins', 'a stops']);
  });

  it('does not restart a ponderer that has returned, was removed, or is not ready', () => {
    const { idle, told, ponder, returned } = createCores(3);
    const [done, gone] = [ponder('done'), ponder('gone')];
    const late = ponder('late', false);
    returned(done, true);
    idle.remove(gone);
    returned(gone, false);
    idle.share();
    expect(told).to.deep.equal(['done begins', 'gone begins']);
    late.isReady = true;
    idle.share();
    expect(told.at(-1)).to.equal('late begins');
  });
});
