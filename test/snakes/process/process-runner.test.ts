/** One process. All that strategies and systems do to processes is in `test/e2e/snakes/`. */
import { expect } from 'chai';
import { ask, inProcess, job, useRunners } from '../../support/runners.js';

describe('ProcessRunner', () => {
  const run = useRunners();

  it('plays games in a separate process', async () => {
    const { runner, events } = await run(inProcess({ processes: 1 }), 'good');
    runner.start(job());
    for (const turn of [0, 1]) expect(await ask(runner, { turn })).to.deep.include({ kind: 'moved' });
    expect(await ask(runner, { game: 'other' })).to.deep.include({ kind: 'moved' });
    expect(runner.status().map(({ games }) => games)).to.deep.equal([2]);
    expect(runner.status()[0]!.pid).not.to.equal(process.pid);
    runner.end(job({ turn: 2 }));
    expect(events.map(({ kind }) => kind)).to.deep.equal(['childStarted']);
  });
});
