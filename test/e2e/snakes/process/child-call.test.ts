import { expect } from 'chai';
import { ByteBudget } from '../../../../src/snakes/byte-budget.js';
import { Cores } from '../../../../src/snakes/schedule/cores.js';
import { Lane } from '../../../../src/snakes/schedule/lane.js';
import { ask, inProcess, job, useRunners, type WatchedRunner } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

/** Four of one snake, all on one core: each turn but the first waits. */
const GAMES = ['one', 'two', 'three', 'four'];

describe('a call to a child, in a runner', () => {
  const runWith = useRunners();
  const inFlight = new ByteBudget();
  const run = async (
    strategy: string,
    processes = 4,
    schedule = new Cores({ cores: 1 }),
  ): Promise<WatchedRunner & { lane: Lane }> => {
    const lane = new Lane(schedule);
    return { ...(await runWith(inProcess({ processes, lane, inFlight }), strategy)), lane };
  };
  afterEach(() => expect(inFlight.used).to.equal(0));

  for (const processes of [1, 4]) {
    it(`gets an answer from every thinking snake without fallback, with ${processes} processes on one core`, async () => {
      const { runner, events } = await run('search', processes);
      for (const game of GAMES) runner.start(job({ game }));
      for (let turn = 0; turn < 2; turn++) {
        const outcomes = await Promise.all(GAMES.map((game) => ask(runner, { game, turn }, 4000)));
        // On a busy machine a move comes too late for its share; the strategy has proposed one before.
        expect(outcomes.filter((outcome) => outcome.kind !== 'moved' && outcome.proposal === undefined)).to.be.empty;
      }
      expect(runner.shares?.()).to.include({ cpuBound: 4, waiting: 0 });
      for (const share of runner.shares!()!.shares.values()) expect(share).to.be.below(2000);
      expect(events.filter(({ kind }) => kind === 'childStopped')).to.deep.equal([]);
    });
  }

  it('does not queue a snake that answers at once', async () => {
    const { runner, lane } = await run('good', 1);
    for (let turn = 0; turn < 3; turn++) await ask(runner, { turn });
    expect(lane.status().cpuBound).to.equal(0);
    lane.loadOf(job().key).learn({ used: 0, wanted: 0, share: 10, budget: 10 });
    expect(await Promise.all([0, 1, 2].map((game) => ask(runner, { game: String(game) })))).to.have.lengthOf(3);
  });

  it('answers what waits until its deadline without asking the strategy', async () => {
    const { runner } = await run('loop-one-game', 1);
    const stuck = ask(runner, { game: 'stuck' }, 5000);
    await until(() => runner.shares!()!.shares.has(job({ game: 'stuck' }).key));
    const waiting = await ask(runner, { game: 'waiting' }, 100);
    expect(await stuck).to.include({ kind: 'late' });
    expect('reason' in waiting && waiting.reason).to.match(/still busy with an earlier move$|this machine is busy$/);
  });

  it('is with its child at once if a core is free', async () => {
    const { runner, next } = await run('waits-for-signal');
    runner.start(job());
    await until(() => runner.status().every(({ state }) => state === 'idle'));
    const given = job({ turn: 1 });
    const outcome = runner.move(given, performance.now() + 60_000);
    expect(runner.status().some(({ state }) => state === 'busy')).to.equal(true);
    runner.abandon(given);
    expect(await outcome).to.include({ kind: 'late' });
    await next('logged', /aborted AbortError/);
  });

  it('gives up what waits when its client goes, its game ends, or the snake is closed', async () => {
    const { runner } = await run('loop-one-game', 1);
    void ask(runner, { game: 'stuck' }, 60_000);
    const gone = job({ game: 'gone' });
    const waiting = [runner.move(gone, performance.now() + 60_000)];
    waiting.push(ask(runner, { game: 'over' }, 60_000), ask(runner, { game: 'closed' }, 60_000));
    runner.abandon(gone);
    runner.forget(job({ game: 'over' }).key);
    const closing = runner.close();
    const outcomes = await Promise.all(waiting);
    await closing;
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).to.deep.equal([
      'the client closed the connection before the answer',
      'its game was over before a core was free',
      'the snake is closed',
    ]);
  });

  it('keeps no core for a start that hangs', async () => {
    const schedule = new Cores({ cores: 1 });
    const stuck = await run('loop-start', 1, schedule);
    const other = await run('search', 1, schedule);
    const waiting = ask(stuck.runner, {}, 4000);
    const outcome = await ask(other.runner, {}, 2000);
    expect(outcome.kind === 'moved' || outcome.proposal !== undefined).to.equal(true);
    expect([stuck.lane.status().waiting, other.lane.status().waiting]).to.deep.equal([1, 0]);
    expect(await waiting).to.include({ kind: 'late' });
  });

  it('plays on what waited behind a strategy that loops', async () => {
    const { runner, next } = await run('loop-one-game', 1);
    const stuck = ask(runner, { game: 'stuck' }, 3000);
    const waiting = ask(runner, { game: 'waiting' }, 15_000);
    expect(await stuck).to.include({ kind: 'late' });
    await next('childStopped', /killed: move had not returned/);
    expect(await waiting).to.include({ kind: 'moved' });
  });
});
