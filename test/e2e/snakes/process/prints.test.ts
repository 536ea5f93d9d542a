import { expect } from 'chai';
import { ask, inProcess, useRunners } from '../../../support/runners.js';

describe('what a strategy in a process prints', () => {
  const run = useRunners();

  it('is logged if it writes to the console', async () => {
    const { runner, next } = await run(inProcess(), 'flood-console');
    expect(await ask(runner)).to.include({ kind: 'moved' });
    await next('logged', /line 0/);
    await next('warned', /logged 19980 lines more/);
  });

  it('is logged if it is being imported, or writes to the streams', async () => {
    const { runner, events, next } = await run(inProcess(), 'prints');
    expect(await ask(runner, { turn: 7 })).to.include({ kind: 'moved' });
    await next('logged', /as an error/);
    const lines = events.filter(({ kind }) => kind === 'logged').map(({ text }) => text);
    expect(lines.join()).to.match(/printed at import.*printed on 7.*and below.*as an error/);
  });

  it('and what it does not catch is logged, and ends no child', async () => {
    const { runner, events, next } = await run(inProcess(), 'stray');
    expect(await ask(runner)).to.include({ kind: 'moved' });
    await next('logged', /uncaughtException: stray/);
    await next('logged', /unhandledRejection: astray/);
    expect(events.filter(({ kind }) => kind === 'childStopped')).to.have.lengthOf(0);
  });
});
