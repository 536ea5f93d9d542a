import { expect } from 'chai';
import { MatchRunner } from '../../../src/arena/workers/match-runner.js';
import type { Strategy } from '../../../src/snakes/strategy/contract.js';
import { job } from '../../support/runners.js';

describe('MatchRunner', () => {
  /** Clocks that a strategy moves on: elapsed time and CPU time. */
  let [wall, cpu] = [0, 0];
  const clocks = { now: () => wall, cpu: () => cpu };
  const spend = (ms: number, onCpu = ms) => ([wall, cpu] = [wall + ms, cpu + onCpu]);
  const ask = (move: Strategy['move'], clock?: 'cpu') =>
    new MatchRunner({ customization: {}, move }, {}, { budget: 90, clock }, clocks).move(job());

  /** Has a turn answered and pondered for 20 ms. */
  const ponder = async (how: Strategy['ponder'], turn = 0) => {
    const runner = new MatchRunner({ customization: {}, move: () => 'left', ponder: how! }, {}, { budget: 90 }, clocks);
    const { key } = job();
    await runner.move(job());
    await runner.ponderFor({ key, turn, move: 'left' }, 20);
  };

  it('accepts a move that returns in time', async () => {
    const outcome = await ask(() => (spend(89), 'left'));
    expect(outcome).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
  });

  it('asks for a move once the memory is there that `start` promises', async () => {
    const strategy: Strategy = {
      customization: {},
      start: () => Promise.resolve('promised'),
      move: (_, { memory }) => ({ move: 'left', shout: String(memory) }),
    };
    const runner = new MatchRunner(strategy, {}, { budget: 90 }, clocks);
    expect(await runner.move(job())).to.deep.include({ kind: 'moved', move: { move: 'left', shout: 'promised' } });
  });

  it('counts a later move as late, with the last proposal made in time', async () => {
    const outcome = await ask((_, { propose }) => {
      propose('up');
      spend(91);
      propose('down');
      return 'left';
    });
    expect(outcome).to.deep.include({ kind: 'late', proposal: { move: 'up' } });
  });

  it('keeps the notes of a late move, and whether pondering had expected its turn', async () => {
    for (const [ms, kind] of [
      [1, 'moved'],
      [91, 'late'],
    ] as const) {
      const strategy: Strategy = {
        customization: {},
        move: (_, { note }) => (note({ depth: 5 }), spend(ms), 'left'),
        ponder: (_, { position, expect: expectNext }) => expectNext(position),
      };
      const runner = new MatchRunner(strategy, {}, { budget: 90 }, clocks);
      await runner.move(job());
      await runner.ponderFor({ key: job().key, turn: 0, move: 'left' }, 20);
      expect(await runner.move(job())).to.deep.include({ kind, found: true, note: { depth: 5 } });
    }
  });

  it('counts a strategy that returns nothing as late after its deadline only', async () => {
    expect((await ask(() => void spend(89))).kind).to.equal('delegated');
    expect((await ask(() => void spend(91))).kind).to.equal('late');
  });

  describe('ponderFor', () => {
    it('lets a strategy that blocks ponder until its time is up', async () => {
      const began = wall;
      let moved: string | undefined;
      await ponder((_, { move, timeLeft }) => {
        moved = move;
        while (timeLeft() > 0) spend(1);
      });
      expect([moved, wall - began]).to.deep.equal(['left', 20]);
    });

    it('aborts the signal of one that awaits something, and waits for no other that does not end', async () => {
      let reason: unknown;
      await ponder(
        (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason))),
      );
      expect(reason).to.have.property('name', 'AbortError');
    });

    it('ponders no turn that was not answered, and survives what the strategy throws', async () => {
      await ponder(() => expect.fail('it was called'), 1);
      await ponder(() => {
        throw new Error('thought too far');
      });
    });
  });

  describe('with the CPU clock', () => {
    it('gives a strategy its budget in CPU time, however long the machine ran something else', async () => {
      const began = wall;
      const left: number[] = [];
      const outcome = await ask((_, context) => {
        spend(500, 20);
        left.push(context.timeLeft(), context.deadline - performance.now());
        while (context.timeLeft() > 10) spend(5, 1);
        return 'left';
      }, 'cpu');
      expect(outcome.kind).to.equal('moved');
      expect(left[0]).to.equal(70);
      expect(left[1]).to.be.closeTo(70, 1);
      expect(wall - began).to.equal(500 + 5 * 60);
    });

    it('counts a move as late that computed for longer, and keeps the proposals before that', async () => {
      const outcome = await ask((_, { propose }) => {
        spend(500, 80);
        propose('up');
        spend(11);
        propose('down');
        return 'left';
      }, 'cpu');
      expect(outcome).to.deep.include({ kind: 'late', proposal: { move: 'up' } });
    });
  });

  it('does not blame a strategy while the machine runs something else', async () => {
    const outcome = await ask(() => (spend(500, 20), 'left'));
    expect(outcome.kind).to.equal('moved');
  });
});
