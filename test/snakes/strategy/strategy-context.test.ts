import { expect } from 'chai';
import { Call } from '../../../src/snakes/strategy/call.js';
import type { Context } from '../../../src/snakes/strategy/contract.js';
import { job } from '../../support/runners.js';

/** The context of a call that is due `left` ms from now. */
function callDueIn(left: number, game: { memory: unknown } = { memory: 'kept' }): { call: Call; context: Context } {
  const deadline = performance.now() + left;
  const options = { options: { depth: 3 }, game, resumed: false, deadline };
  const call = new Call(job(), options, () => undefined);
  return { call, context: call.context };
}

describe('Context', () => {
  it('can be taken apart', () => {
    const { options, memory, position, seat, signal, timeLeft } = callDueIn(1000).context;
    expect({ options, memory, seat, width: position.width }).to.deep.equal({
      options: { depth: 3 },
      memory: 'kept',
      seat: 0,
      width: 11,
    });
    expect(signal.aborted).to.equal(false);
    expect(timeLeft()).to.be.within(1, 1000);
  });

  it('makes position, seat, memory and signal when they are read, so a copy lacks them', () => {
    expect(Object.keys({ ...callDueIn(1000).context })).to.have.members([
      'options',
      'resumed',
      'deadline',
      'lastTurn',
      'timeLeft',
      'random',
      'propose',
      'note',
      'log',
    ]);
  });

  it('keeps the memory that it is given for the next call of the game', () => {
    const game = { memory: 'kept' as unknown };
    callDueIn(1000, game).context.memory = { turns: 1 };
    expect(callDueIn(1000, game).context.memory).to.deep.equal({ turns: 1 });
  });

  it('has one signal', () => {
    const { context } = callDueIn(1000);
    expect(context.signal).to.equal(context.signal);
  });

  it('has an aborted signal once the deadline has passed', () => {
    const { signal } = callDueIn(-1).context;
    expect(signal.aborted).to.equal(true);
    expect((signal.reason as Error).name).to.equal('TimeoutError');
  });

  it('does not abort a signal that is read after the call has ended', () => {
    const { call, context } = callDueIn(-1);
    call.close();
    expect(context.signal.aborted).to.equal(false);
  });
});
