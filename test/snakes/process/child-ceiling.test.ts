import { expect } from 'chai';
import { setImmediate as loopTurn } from 'node:timers/promises';
import { ChildCeiling, defaultMemory, type CountedChild } from '../../../src/snakes/process/child-ceiling.js';

describe('ChildCeiling', () => {
  let ceiling: ChildCeiling;
  let ended: string[] = [];
  const add = (name: string, ownMb: number, more: Partial<CountedChild> = {}) => {
    const child: CountedChild = {
      ownMb,
      isIdle: false,
      isLight: false,
      hasLoaded: true,
      retire() {
        ended.push(name);
        ceiling.remove(child);
      },
      kill(reason) {
        ended.push(`${name}: ${reason}`);
        ceiling.remove(child);
      },
      ...more,
    };
    ceiling.add(child);
    return child;
  };
  beforeEach(() => {
    ended = [];
    ceiling = new ChildCeiling(100, 2);
  });

  it('has room for another child while what they take leaves some', () => {
    const first = add('first', 50);
    expect(ceiling.hasRoom()).to.equal(true);
    add('second', 40);
    expect(ceiling.hasRoom()).to.equal(false);
    ceiling.remove(first);
    expect(ceiling.hasRoom()).to.equal(true);
  });

  it('ends idle ones, the largest first, and no more than it must, to make room', () => {
    add('playing', 50);
    add('small', 10, { isIdle: true });
    add('large', 35, { isIdle: true });
    ceiling.look();
    expect(ceiling.hasRoom()).to.equal(true);
    expect(ended).to.deep.equal(['large']);
  });

  it('counts with what a child will take before it has taken that', () => {
    for (const name of ['first', 'second', 'third']) add(name, 1);
    expect(ceiling.hasRoom()).to.equal(true);
    add('fourth', 1);
    expect(ceiling.hasRoom()).to.equal(false);
    ceiling.look();
    expect(ceiling.hasRoom()).to.equal(true);
  });

  it('has a core for another child while fewer compute than there are cores', () => {
    add('idle', 1, { isIdle: true });
    add('light', 1, { isLight: true });
    add('first', 1);
    expect(ceiling.hasCore()).to.equal(true);
    add('second', 1);
    expect(ceiling.hasCore()).to.equal(false);
  });

  it('lets a child start before its first game only with a core to load it, and with memory to play', () => {
    expect(ceiling.hasSpare()).to.equal(true);
    const loading = [add('first', 1, { hasLoaded: false }), add('second', 1, { hasLoaded: false })];
    expect(ceiling.hasSpare()).to.equal(false);
    for (const child of loading) ceiling.remove(child);
    for (const name of ['first', 'second', 'third']) add(name, 1, { isIdle: true });
    expect(ceiling.hasSpare()).to.equal(true);
    add('fourth', 1, { isIdle: true });
    expect(ceiling.hasSpare()).to.equal(false);
    expect(ended).to.deep.equal([]);
  });

  it('loads some children at once, however many are mounted, and ends idle ones that leave them no room', async () => {
    let [running, most, count] = [0, 0, 0];
    const load = async () => {
      most = Math.max(most, ++running);
      const name = `${++count}`;
      const child = add(name, 1, { isIdle: false });
      for (let turn = 0; turn < 3; turn++) await loopTurn();
      ceiling.remove(child);
      add(name, 1, { isIdle: true });
      running -= 1;
      return name;
    };
    const names = await Promise.all(Array.from({ length: 20 }, () => ceiling.load(load)));
    expect(names).to.have.lengthOf(20);
    expect(most).to.be.within(2, 8);
    expect(20 - ended.length).to.be.at.most(4 + most);
  });

  it('ends idle ones above the ceiling, then the one that takes most, with the reason', () => {
    add('idle', 30, { isIdle: true });
    add('small', 20);
    add('large', 60);
    ceiling.look();
    expect(ended).to.deep.equal(['idle']);
    add('another', 40);
    ceiling.look();
    expect(ended.slice(1)).to.deep.equal([
      'large: all child processes took 120 MB of memory, more than the 100 of "server.memory", and it took the most',
    ]);
    ceiling.look();
    expect(ended).to.have.lengthOf(2);
  });

  it('kills none that still loads its strategy', () => {
    add('loading', 90, { hasLoaded: false });
    add('playing', 20);
    ceiling.look();
    expect(ended.map((end) => end.split(':', 1)[0])).to.deep.equal(['playing']);
    ceiling.look();
    expect(ended).to.have.lengthOf(1);
  });

  it('leaves the host its part of a machine', () => {
    expect([256, 512, 1024, 8192].map(defaultMemory)).to.deep.equal([96, 352, 768, 6144]);
  });
});
