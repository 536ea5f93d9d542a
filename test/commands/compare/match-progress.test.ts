import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import { startTally } from '../../../src/arena/match/match-tally.js';
import { showProgress } from '../../../src/commands/compare/match-progress.js';
import { createMatch } from '../../support/contestants.js';

describe('showProgress', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('prints a line every 30 s into a pipe', async () => {
    const tally = startTally(await createMatch('constant', 'random'));
    const output = new PassThrough({ encoding: 'utf8' });
    const condition = { sprt: undefined, maxPairs: 100 };
    const hide = showProgress({
      output: output as unknown as NodeJS.WriteStream,
      condition,
      gamesPerPair: 2,
      tally: () => ({ ...tally, pairs: 7 }),
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
