import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import { formatTimeLeft, showProgress } from '../../src/terminal/progress.js';

describe('showProgress', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('prints a line every 30 s into a pipe', () => {
    const output = new PassThrough({ encoding: 'utf8' });
    const hide = showProgress({
      output: output as unknown as NodeJS.WriteStream,
      done: () => 7,
      format: (rate) => `14 games ${formatTimeLeft(20, rate)}`,
    });
    mock.timers.tick(29_000);
    expect(output.read()).to.equal(null);
    mock.timers.tick(1000);
    expect(output.read()).to.match(/^14 games .* left unknown\n$/);
    mock.timers.tick(60_000);
    expect((output.read() as string).split('\n')).to.have.length(3);
    hide();
    mock.timers.tick(60_000);
    expect(output.read()).to.equal(null);
  });
});
