import { expect } from 'chai';
import { ask, inProcess, job, useRunners } from '../../../support/runners.js';

describe('notes of a strategy in a process', () => {
  const run = useRunners();

  it('come after a late outcome', async () => {
    const { runner } = await run(inProcess({ timeouts: { load: 30_000, grace: 5000 } }), 'notes-overrun');
    const given = job();
    const note = new Promise((resolve) => (given.onLateNote = resolve));
    expect(await runner.move(given, performance.now() + 1000)).to.include({ kind: 'late' });
    expect(await note).to.deep.equal({ depth: 9 });
  });

  it('are not sent if nobody keeps them', async () => {
    const { runner, events } = await run(inProcess({ keepsNotes: false }), 'notes');
    expect(await ask(runner)).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
    const bad = await run(inProcess({ keepsNotes: false }), 'bad-notes');
    expect(await ask(bad.runner)).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
    expect([...events, ...bad.events].filter(({ kind }) => kind === 'warned')).to.deep.equal([]);
  });
});
