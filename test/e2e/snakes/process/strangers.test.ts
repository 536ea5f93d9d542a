import { expect } from 'chai';
import { ByteBudget } from '../../../../src/snakes/byte-budget.js';
import { ask, inProcess, job, useRunners } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

describe('ProcessRunner under load', () => {
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

  it('refuses requests beyond the bytes that may be in flight', async () => {
    const inFlight = new ByteBudget(4000);
    const { runner } = await run(inProcess({ processes: 1, inFlight }), 'never');
    const late = [0, 1, 2].map((game) => ask(runner, { game: `invented ${game}` }, 300));
    const refused = await Promise.race(late);
    expect(refused).to.deep.equal({
      kind: 'failed',
      cause: 'machine',
      reason: 'too many requests in flight to child processes',
    });
    await Promise.all(late);
    await runner.close();
    expect(inFlight.used).to.equal(0);
  });
});
