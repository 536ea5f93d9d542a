import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cores } from '../../../../src/snakes/schedule/cores.js';
import { Lane } from '../../../../src/snakes/schedule/lane.js';
import type { CallOutcome } from '../../../../src/snakes/strategy/runner.js';
import { childrenContract } from '../../../contracts/children.contract.js';
import { ponderContract } from '../../../contracts/ponder.contract.js';
import { runnerContract } from '../../../contracts/runner.contract.js';
import { isRunning } from '../../../support/host-process.js';
import { ask, inProcess, job, useRunners } from '../../../support/runners.js';
import { until } from '../../../support/soon.js';

/** Other systems do not show what processes have. */
const linux = process.platform === 'linux' ? it : it.skip;

runnerContract('ProcessRunner', inProcess());
childrenContract('ProcessRunner', inProcess);
ponderContract('ProcessRunner', inProcess);
runnerContract('ProcessRunner with a schedule', (...args) => inProcess({ lane: new Lane(new Cores()) })(...args));

describe('ProcessRunner', () => {
  const run = useRunners();

  it('kills a child that loops, even if the timer of its deadline fires early', async () => {
    // Timers fire up to two milliseconds early while the event loop never waits.
    let isBusy = true;
    const turnLoop = () => void (isBusy && setImmediate(turnLoop));
    turnLoop();
    try {
      for (let tenth = 0; tenth < 10; tenth += 2) {
        const { runner, next } = await run(inProcess(), 'loop');
        expect(await ask(runner, {}, 20.9 + tenth / 10)).to.include({ kind: 'late' });
        await next('childStopped', /killed: move had not returned/);
      }
    } finally {
      isBusy = false;
    }
  });

  linux('blames the machine for a child that is not allowed to run', async () => {
    const { runner } = await run(inProcess(), 'freeze', { ms: 60_000 });
    const outcome = await ask(runner, {}, 150);
    expect(outcome).to.include({ kind: 'late', cause: 'machine' });
    expect('reason' in outcome && outcome.reason).to.match(/^it had the CPU for \d+ of \d+ ms: this machine is busy$/);
  });

  it('says that a process is still starting only while it is', async () => {
    const { runner } = await run(inProcess(), 'exit');
    expect(await ask(runner, {}, 60_000)).to.include({ kind: 'failed' });
    const reason = 'no answer within the 5 ms budget: its process was still starting';
    expect(await ask(runner, { turn: 1 }, 5)).to.include({ kind: 'late', cause: 'start', reason });
    const loaded = await run(inProcess(), 'never');
    expect(await ask(loaded.runner, {}, 5))
      .to.include({ kind: 'late' })
      .and.not.include({ cause: 'start' });
  });

  it('answers at the deadline during a native sort, which nothing can interrupt', async () => {
    const { runner } = await run(inProcess({ memoryMb: 4096 }), 'sort');
    expect(await ask(runner, {}, 300)).to.include({ kind: 'late' });
  });

  it('answers at the deadline when start returns at that moment', async () => {
    const { runner } = await run(inProcess(), 'start-until');
    for (let tenth = 0; tenth < 30; tenth++) {
      const deadline = Math.ceil(performance.now()) + 100.5;
      const game = String(performance.timeOrigin + deadline - 1.5 + tenth / 10);
      expect(await runner.move(job({ game }), deadline)).to.include({ kind: 'late' });
    }
  });

  it('gives the next turn of a game to the new child while the old one still loops', async () => {
    const { runner } = await run(inProcess(), 'loop-first');
    const [first, second] = [ask(runner, {}, 100), ask(runner, { turn: 1 }, 5000)];
    expect(await first).to.include({ kind: 'late' });
    expect(await second).to.include({ kind: 'moved' });
  });

  it('does not kill a child that is late by less than the grace', async () => {
    const { runner, events } = await run(inProcess({ timeouts: { load: 30_000, grace: 5000 } }), 'busy');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 1 }, 1000)).to.include({ kind: 'late' });
    expect(events.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
  });

  it('plays overlapping games in one child each, up to the limit, and further games in the same children', async () => {
    const { runner } = await run(inProcess(), 'good');
    for (const game of ['one', 'two', 'three']) await ask(runner, { game });
    expect(runner.status().map(({ games }) => games)).to.deep.equal([2, 1]);
  });

  it('sends an answer before it begins a move that came with it', async () => {
    const { runner } = await run(inProcess({ processes: 1 }), 'loop-one-game');
    // The first message leaves at once, all others together.
    const [, answered, stuck] = ['first', 'answered', 'stuck'].map((game) => ask(runner, { game }, 3000));
    expect(await Promise.race([answered, stuck])).to.include({ kind: 'moved' });
    await stuck;
  });

  it('answers late while start runs, and does not kill the child for it', async () => {
    const { runner, events } = await run(inProcess(), 'long-start');
    runner.start(job());
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 1 }, 5000)).to.include({ kind: 'moved' });
    expect(events.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
  });

  it('gives start its own allowance if no /start came, and does not kill the child for it', async () => {
    const { runner, events } = await run(inProcess(), 'long-start');
    expect(await ask(runner, { turn: 40 }, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 41 }, 5000)).to.include({ kind: 'moved' });
    expect(events.map(({ kind }) => kind)).to.deep.equal(['childStarted']);
  });

  it('replaces a child that dies in start, once per turn', async () => {
    const { runner, events } = await run(inProcess(), 'exit-start');
    for (const turn of [0, 1]) expect(await ask(runner, { turn })).to.include({ kind: 'failed' });
    expect(events.filter(({ kind }) => kind === 'childStopped')).to.have.lengthOf(2);
  });

  it('kills a child that loops in a move begun after its deadline, even if no further turn comes', async () => {
    const { runner, next } = await run(inProcess(), 'long-start-loop');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    await next('childStopped', /killed: move had not returned/);
  });

  it('blames the move and not the start, when both were queued while the child loaded', async () => {
    const { runner, events, next } = await run(inProcess(), 'start-then-loop');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    await next('childStopped', /killed: move had not returned/);
    expect(await ask(runner, { turn: 1 }, 300)).to.include({ kind: 'late' });
    const stopped = () => events.filter(({ kind }) => kind === 'childStopped');
    await until(() => stopped().length === 2);
    expect(stopped()[1]!.text).to.match(/killed: move had not returned/);
  });

  it('shows a strategy only the environment variables that its configuration names', async () => {
    const { runner } = await run(inProcess({ env: { API_KEY: 'secret' } }), 'env');
    const outcome = await ask(runner);
    const { SERPENTARIUM_CHILD: marker, ...env } = JSON.parse(shoutOf(outcome)) as Record<string, string>;
    expect(env).to.deep.equal({ API_KEY: 'secret' });
    expect(marker).to.match(/^[0-9a-f-]{36}\.\d+\.$/);
  });

  linux('takes no handle from a strategy', async () => {
    const { runner } = await run(inProcess(), 'send-handle');
    await ask(runner);
    const before = openDescriptors();
    for (let turn = 1; turn < 6; turn++) await ask(runner, { turn });
    expect(openDescriptors()).to.be.at.most(before + 2);
  });

  linux('kills the processes of a strategy that have left its group', async () => {
    const { runner, next } = await run(inProcess(), 'detach');
    await ask(runner, {}, 1000);
    const { text } = await next('logged', /spawned/);
    await next('childStopped');
    const { pids } = JSON.parse(/\{.*\}/.exec(text)![0]) as { pids: number[] };
    expect(pids).to.have.lengthOf(3);
    await until(() => !pids.some(isRunning));
  });

  it('kills the processes that a strategy started together with its child', async () => {
    const { runner, next } = await run(inProcess(), 'spawn');
    await ask(runner, {}, 1000);
    const { text } = await next('logged', /spawned/);
    await next('childStopped');
    const { pid } = JSON.parse(/\{.*\}/.exec(text)![0]) as { pid: number };
    await until(() => !isRunning(pid));
  });

  it('waits longer each time before it replaces a child that died without a job, and answers meanwhile', async () => {
    const { runner, events, next } = await run(inProcess(), 'exit-soon');
    await next('childStopped');
    expect(await ask(runner)).to.deep.include({ kind: 'failed', reason: 'the process exited with code 7' });
    await until(() => events.filter(({ kind }) => kind === 'childStopped').length >= 3);
    expect(await ask(runner)).to.include({ kind: 'failed' });
  });

  it('leaves no file behind, even if a child is killed while it loads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'serpentarium-test-'));
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    try {
      await inProcess({ timeouts: { load: 1500, grace: 50 } })('loop-load').catch(() => undefined);
      const { runner } = await run(inProcess(), 'good');
      await ask(runner);
      await until(() => readdirSync(folder).length === 0);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      rmSync(folder, { recursive: true });
    }
  });
});

function shoutOf(outcome: CallOutcome): string {
  return (outcome.kind === 'moved' && outcome.move.shout) || '';
}

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
