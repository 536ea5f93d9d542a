import { expect } from 'chai';
import { ChildCeiling } from '../../../../src/snakes/process/child-ceiling.js';
import type { ChildSpec } from '../../../../src/snakes/process/child-spec.js';
import { Cores } from '../../../../src/snakes/schedule/cores.js';
import { Lane } from '../../../../src/snakes/schedule/lane.js';
import { ask, inProcess, job, useRunners, type WatchedRunner } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

const brief = { load: 30_000, grace: 50, idle: 20 };
const sharing = (more: Partial<ChildSpec> = {}) =>
  inProcess({ shares: true, processes: 8, ceiling: new ChildCeiling(10_000, 2), ...more });
const games = ({ runner }: WatchedRunner) => runner.status().map((child) => child.games);

describe('the processes of a snake that shares them', () => {
  const run = useRunners();

  it('end when they have had no game for a while, and start again with the next game, which loses no turn', async () => {
    const snake = await run(sharing({ timeouts: brief }), 'good');
    await until(() => games(snake).length === 0);
    for (const turn of [0, 1]) expect(await ask(snake.runner, { turn })).to.include({ kind: 'moved' });
    expect(games(snake)).to.deep.equal([1]);
    snake.runner.end(job({ turn: 2 }));
    await until(() => games(snake).length === 0);
    const stopped = () => snake.events.filter(({ kind }) => kind === 'childStopped');
    await until(() => stopped().length === 2);
    for (const { text } of stopped()) expect(text).to.match(/^\d+ stopped .* it had nothing to do$/);
  });

  it('always hold one if the snake does not share', async () => {
    const snake = await run(inProcess({ timeouts: brief }), 'good');
    for (const game of ['one', 'two']) await ask(snake.runner, { game });
    expect(games(snake)).to.deep.equal([1, 1]);
    for (const game of ['one', 'two']) snake.runner.end(job({ game }));
    await until(() => games(snake).length === 1);
    await snake.next('childStopped', /it had nothing to do/);
    expect(await ask(snake.runner, { game: 'three' })).to.include({ kind: 'moved' });
    expect(snake.events.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(2);
  });

  it('are as many as the cores that are left by other snakes', async () => {
    const ceiling = new ChildCeiling(10_000, 3);
    const [first, second] = [await run(sharing({ ceiling }), 'good'), await run(sharing({ ceiling }), 'good')];
    for (const game of ['one', 'two', 'three']) await ask(first.runner, { game });
    expect(games(first)).to.deep.equal([1, 1, 1]);
    for (const game of ['four', 'five']) await ask(second.runner, { game });
    expect(games(second)).to.deep.equal([2]);
  });

  it('are one while the strategy answers long before its deadlines', async () => {
    const snake = await run(sharing({ lane: new Lane(new Cores()) }), 'good');
    // The first calls of a process take longer.
    for (let turn = 0; turn < 10; turn++) await ask(snake.runner, { game: 'one', turn });
    for (const game of ['two', 'three']) await ask(snake.runner, { game });
    expect(games(snake)).to.deep.equal([3]);
  });

  it('are one while there is no memory for another, but never none', async function () {
    if (process.platform !== 'linux') this.skip();
    const snake = await run(sharing({ ceiling: new ChildCeiling(30, 8), shares: false }), 'good');
    for (const game of ['one', 'two', 'three', 'four', 'five']) {
      expect(await ask(snake.runner, { game })).to.include({ kind: 'moved' });
    }
    expect(games(snake)).to.deep.equal([5]);
  });

  for (const shares of [true, false]) {
    it(`are others for games with large requests, however many: ${shares ? 'shared' : 'one'}`, async () => {
      const snake = await run(sharing({ shares, processes: 1, lane: new Lane(new Cores()) }), 'good');
      const askLarge = (game: string, turn = 0) => {
        const { text, ...rest } = job({ game, turn });
        return snake.runner.move({ ...rest, text: text.padEnd(600 * 1024) }, performance.now() + 10_000);
      };
      expect(await askLarge('first')).to.include({ kind: 'moved' });
      await ask(snake.runner, { game: 'small' });
      expect(games(snake), 'large and small').to.deep.equal([1, 1]);
      await ask(snake.runner, { game: 'grows' });
      for (const turn of [1, 2]) expect(await askLarge('grows', turn)).to.include({ kind: 'moved' });
      await ask(snake.runner, { game: 'another' });
      expect(games(snake)).to.deep.equal([2, 2]);
    });
  }

  it('are killed if they take more than all may, and start again', async function () {
    if (process.platform !== 'linux') this.skip();
    const ceiling = new ChildCeiling(100, 2);
    const snake = await run(sharing({ ceiling, memoryMb: 4096 }), 'grow-buffers');
    expect(await ask(snake.runner)).to.deep.include({ kind: 'failed' });
    await snake.next(
      'childStopped',
      /all child processes took \d+ MB of memory, more than the 100 of "server\.memory"/,
    );
  });
});
