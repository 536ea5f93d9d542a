import { expect } from 'chai';
import { interruptSignal } from '../../src/commands/interrupt.js';

describe('interruptSignal', () => {
  const before = process.listeners('SIGINT');
  afterEach(() => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      for (const listener of process.listeners(name)) if (!before.includes(listener)) process.off(name, listener);
    }
  });

  it('aborts on the first signal, and keeps listening, so that nobody else ends the process', () => {
    const signal = interruptSignal();
    expect(interruptSignal(), 'the same for all').to.equal(signal);
    expect(signal.aborted).to.equal(false);
    process.emit('SIGINT');
    expect(signal.aborted).to.equal(true);
    expect(process.listenerCount('SIGINT')).to.equal(before.length + 1);
  });
});
