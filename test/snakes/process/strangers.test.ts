import { expect } from 'chai';
import { ByteBudget } from '../../../src/snakes/byte-budget.js';
import { ask, inProcess, job, useRunners } from '../../support/runners.js';
import { until } from '../../support/soon.js';

describe('ProcessRunner, asked by strangers', () => {
  const run = useRunners();

  it('kills a child that computes on for a client that has gone, if others wait for it', async () => {
    const { runner, next } = await run(inProcess({ processes: 1 }), 'loop-one-game');
    const stuck = job({ game: 'stuck' });
    const outcome = runner.move(stuck, performance.now() + 60_000);
    const waiting = ask(runner, { game: 'waiting' });
    runner.abandon(stuck);
    expect(await outcome).to.include({ kind: 'late' });
    expect(await waiting).to.include({ kind: 'moved' });
    expect((await next('childStopped')).text).to.match(/killed .*move still ran 100 ms after its client had gone/);
  });

  it('lets a child compute on for a client that has gone while nobody waits for it', async () => {
    const { runner, events } = await run(
      inProcess({ processes: 1, timeouts: { load: 30_000, grace: 5000, abandoned: 100 } }),
      'busy',
    );
    const given = job();
    const outcome = runner.move(given, performance.now() + 400);
    runner.abandon(given);
    expect(await outcome).to.include({ kind: 'late' });
    await until(() => runner.status()[0]?.state === 'idle');
    expect(events.filter(({ kind }) => kind === 'childStopped')).to.deep.equal([]);
  });

  it('gives invented games to one child while another plays a real game', async () => {
    const { runner } = await run(inProcess({ processes: 2 }), 'good');
    await ask(runner, { game: 'real' });
    await runner.move({ ...job({ game: 'real', turn: 1 }), isPlayed: true }, performance.now() + 10_000);
    for (let game = 0; game < 5; game++) await ask(runner, { game: `invented ${game}` });
    expect(runner.status().map(({ games }) => games)).to.deep.equal([1, 5]);
  });

  it('refuses requests beyond the bytes that may be under way, those of invented games first', async () => {
    const underWay = new ByteBudget({ small: 4000 });
    const { runner } = await run(inProcess({ processes: 1, underWay }), 'never');
    const late = [0, 1, 2].map((game) => ask(runner, { game: `invented ${game}` }, 300));
    const refused = await Promise.race(late);
    expect(refused).to.deep.equal({ kind: 'failed', reason: 'too much is under way to child processes already' });
    const played = await runner.move({ ...job({ game: 'played' }), isPlayed: true }, performance.now() + 100);
    expect(played).to.include({ kind: 'late' });
    await Promise.all(late);
    await runner.close();
    expect(underWay.used).to.equal(0);
  });
});
