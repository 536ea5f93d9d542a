import { expect } from 'chai';
import { mock } from 'node:test';
import { NoWorkersNotice } from '../../../src/commands/contest/queued-games.js';
import { workerNamed } from '../../support/queues/queue-parts.js';

describe('NoWorkersNotice', () => {
  let printed: string[];

  beforeEach(() => {
    printed = [];
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(console, 'error', (text: string) => void printed.push(text));
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  it('says once that no worker takes part, with the reasons of those that refuse', () => {
    const notice = new NoWorkersNotice('redis://queue');
    notice.note([{ facts: workerNamed('ann'), state: { kind: 'refused', reason: 'too slow' } }]);
    mock.timers.tick(20_000);
    expect(printed).to.have.length(2);
    expect(printed[0]).to.include('no worker takes part');
    expect(printed[1]).to.equal('worker "ann" refuses, and the match waits for others: too slow');
    notice.close();
  });

  it('says at once why a worker refuses that comes later, each reason once', () => {
    const notice = new NoWorkersNotice('redis://queue');
    mock.timers.tick(20_000);
    const state = { kind: 'refused', reason: 'it has version 0.1.0' } as const;
    const [ann, bob] = ['ann', 'bob'].map((name) => ({ facts: workerNamed(name), state }));
    notice.note([ann!]);
    notice.note([ann!, bob!]);
    notice.close();
    expect(printed.slice(1)).to.deep.equal([
      'worker "ann" refuses, and the match waits for others: it has version 0.1.0',
    ]);
  });

  it('says nothing of workers that leave when the contest has ended', () => {
    const notice = new NoWorkersNotice('redis://queue');
    notice.note([{ facts: workerNamed('ann'), state: { kind: 'playing' } }]);
    notice.close();
    notice.note([]);
    mock.timers.tick(20_000);
    expect(printed).to.deep.equal([]);
  });
});
