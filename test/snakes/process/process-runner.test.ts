import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from '../../../src/snakes/strategy/runner.js';
import { runnerContract } from '../../contracts/runner.contract.js';
import { ask, inProcess, job, type HeardRunner, type MakeRunner } from '../../support/runners.js';

runnerContract('ProcessRunner', inProcess());

describe('ProcessRunner', () => {
  const open: Runner[] = [];
  const run = async (make: MakeRunner, ...args: Parameters<MakeRunner>): Promise<HeardRunner> => {
    const heard = await make(...args);
    open.push(heard.runner);
    return heard;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((runner) => runner.close()));
  });

  const runaways: [string, RegExp][] = [
    ['loop', /killed: move had not returned 50 ms after its deadline/],
    ['proposes', /killed: move had not returned/],
    ['flood-propose', /killed: move had not returned/],
    ['spawn', /killed: move had not returned/],
  ];
  for (const [strategy, reason] of runaways) {
    it(`answers at the deadline and replaces the child when a strategy does as ${strategy} does`, async () => {
      const { runner, next } = await run(inProcess(), strategy);
      expect(await ask(runner, {}, 200)).to.include({ kind: 'late' });
      await next('childStopped', reason);
      expect(await ask(runner, { turn: 1 }, 200)).to.include({ kind: 'late' });
    });
  }

  const deaths: [string, RegExp][] = [
    ['exit', /^the process exited with code 0$/],
    ['abort', /^the process aborted/],
    ['kill', /^the process was ended by SIGKILL$/],
    ['grow-array', /memory/],
    ['grow-map', /memory/],
    ['grow-objects', /memory/],
    ['grow-buffers', /^the process was killed: it took \d+ MB of memory, more than its 128$/],
    ['flood-channel', /^the process was killed: it sent more than 1000 messages in a turn$/],
  ];
  for (const [strategy, reason] of deaths) {
    it(`calls it failed and replaces the child when a strategy does as ${strategy} does`, async () => {
      const { runner, told } = await run(inProcess({ memoryMb: 128 }), strategy);
      const outcome = await ask(runner);
      expect(outcome.kind === 'failed' && outcome.reason).to.match(reason);
      expect(told.at(-1)).to.include({ kind: 'childStarted' });
      expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
    });
  }

  it('answers at the deadline while a native sort cannot be interrupted', async () => {
    const { runner } = await run(inProcess({ memoryMb: 4096 }), 'sort');
    expect(await ask(runner, {}, 300)).to.include({ kind: 'late' });
  });

  it('survives process.kill(process.pid) without losing the turn', async () => {
    const { runner } = await run(inProcess(), 'terminate');
    expect(await ask(runner)).to.include({ kind: 'moved' });
  });

  it('believes nothing that a strategy itself sends to the host, and needs no leave of its to be heard', async () => {
    const { runner, told } = await run(inProcess(), 'send-anything');
    for (const turn of [0, 1])
      expect(await ask(runner, { turn })).to.deep.include({ kind: 'moved', move: { move: 'left' } });
    expect(told.map(({ kind }) => kind)).to.deep.equal(['childStarted']);
  });

  it('answers at the deadline when start comes back just then', async () => {
    const { runner } = await run(inProcess(), 'start-until');
    for (let tenth = 0; tenth < 30; tenth++) {
      const deadline = Math.ceil(performance.now()) + 100.5;
      const game = String(performance.timeOrigin + deadline - 1.5 + tenth / 10);
      expect(await runner.move(job({ game }), deadline)).to.include({ kind: 'late' });
    }
  });

  it('hands over the last proposal of a strategy that loops', async () => {
    const { runner } = await run(inProcess(), 'proposes');
    expect(await ask(runner, {}, 300)).to.deep.include({ kind: 'late', proposal: { move: 'down', shout: 'better' } });
  });

  it('hears proposals all through a long turn without taking them for a flood', async () => {
    const { runner } = await run(inProcess(), 'propose-often');
    expect(await ask(runner, {}, 2000)).to.include({ kind: 'moved' });
  });

  it('gives the next turn of a game to the new child, though the old one still loops in the last', async () => {
    const { runner } = await run(inProcess(), 'loop-first');
    const [first, second] = [ask(runner, {}, 100), ask(runner, { turn: 1 }, 5000)];
    expect(await first).to.include({ kind: 'late' });
    expect(await second).to.include({ kind: 'moved' });
  });

  it('has start called again, as resumed, when a game moves to a new child', async () => {
    const { runner, next } = await run(inProcess(), 'good-then-exit');
    expect(await ask(runner)).to.include({ kind: 'moved' });
    expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
    await next('childStopped');
    const outcome = await ask(runner, { turn: 2 });
    expect(outcome).to.deep.equal({ kind: 'moved', move: { move: 'left', shout: '{"resumed":true,"startedOn":2}' } });
  });

  it('leaves a child alive that is a little late', async () => {
    const { runner, told } = await run(inProcess({ timeouts: { load: 5000, grace: 5000 } }), 'busy');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 1 }, 1000)).to.include({ kind: 'late' });
    expect(told.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
  });

  it('plays overlapping games in a child each, and more games in the same two', async () => {
    const { runner } = await run(inProcess(), 'good');
    for (const game of ['one', 'two', 'three']) await ask(runner, { game });
    expect(runner.status().map(({ games }) => games)).to.deep.equal([2, 1]);
  });

  it('gives a game that waits behind a looping one to the new child', async () => {
    const { runner } = await run(inProcess({ processes: 1 }), 'loop-one-game');
    const [stuck, waiting] = await Promise.all([
      ask(runner, { game: 'stuck' }, 100),
      ask(runner, { game: 'waiting' }, 5000),
    ]);
    expect(stuck).to.include({ kind: 'late' });
    expect(waiting).to.include({ kind: 'moved' });
  });

  it('answers from what is left while start takes its time, and does not kill the child for it', async () => {
    const { runner, told } = await run(inProcess(), 'long-start');
    runner.start(job());
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 1 }, 5000)).to.include({ kind: 'moved' });
    expect(told.filter(({ kind }) => kind === 'childStarted')).to.have.lengthOf(1);
  });

  it('gives start its own allowance where no /start came, and does not kill the child for it', async () => {
    const { runner, told } = await run(inProcess(), 'long-start');
    expect(await ask(runner, { turn: 40 }, 100)).to.include({ kind: 'late' });
    expect(await ask(runner, { turn: 41 }, 5000)).to.include({ kind: 'moved' });
    expect(told.map(({ kind }) => kind)).to.deep.equal(['childStarted']);
  });

  it('replaces a child that dies in start once a turn', async () => {
    const { runner, told } = await run(inProcess(), 'exit-start');
    for (const turn of [0, 1]) expect(await ask(runner, { turn })).to.include({ kind: 'failed' });
    expect(told.filter(({ kind }) => kind === 'childStopped')).to.have.lengthOf(2);
  });

  it('kills a child for a move that begins only after its deadline, though nobody asks again', async () => {
    const { runner, next } = await run(inProcess(), 'long-start-loop');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    await next('childStopped', /killed: move had not returned/);
  });

  it('does not take start for what loops after it, when both wait for a child that is being loaded', async () => {
    const { runner, told, next } = await run(inProcess(), 'start-then-loop');
    expect(await ask(runner, {}, 100)).to.include({ kind: 'late' });
    await next('childStopped', /killed: move had not returned/);
    expect(await ask(runner, { turn: 1 }, 300)).to.include({ kind: 'late' });
    const stopped = () => told.filter(({ kind }) => kind === 'childStopped');
    await until(() => stopped().length === 2);
    expect(stopped()[1]!.text).to.match(/killed: move had not returned/);
  });

  it('shows a strategy no environment but what its configuration names', async () => {
    const { runner } = await run(inProcess({ env: { API_KEY: 'secret' } }), 'env');
    expect(await ask(runner)).to.deep.include({ move: { move: 'left', shout: '{"API_KEY":"secret"}' } });
  });

  it('takes a strategy’s console for its log', async () => {
    const { runner, next } = await run(inProcess(), 'flood-console');
    expect(await ask(runner)).to.include({ kind: 'moved' });
    await next('logged', /line 0/);
    await next('warned', /logged 19980 lines more/);
  });

  it('reports errors that a strategy leaves behind, and keeps its child', async () => {
    const { runner, told, next } = await run(inProcess(), 'stray');
    expect(await ask(runner)).to.include({ kind: 'moved' });
    await next('logged', /uncaughtException: stray/);
    await next('logged', /unhandledRejection: astray/);
    expect(told.filter(({ kind }) => kind === 'childStopped')).to.have.lengthOf(0);
  });

  it('ends what a strategy started when it ends the strategy', async () => {
    const { runner, next } = await run(inProcess(), 'spawn');
    await ask(runner, {}, 500);
    const { text } = await next('logged', /spawned/);
    await next('childStopped');
    const { pid } = JSON.parse(/\{.*\}/.exec(text)![0]) as { pid: number };
    await until(() => !isRunning(pid));
  });

  it('waits ever longer for a child that dies by itself, and answers meanwhile', async () => {
    const { runner, told, next } = await run(inProcess(), 'exit-soon');
    await next('childStopped');
    expect(await ask(runner)).to.deep.include({ kind: 'failed', reason: 'the process exited with code 7' });
    await until(() => told.filter(({ kind }) => kind === 'childStopped').length >= 3);
    expect(await ask(runner)).to.include({ kind: 'failed' });
  });

  it('leaves no file behind, even when a child is killed while it loads', async () => {
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

  const unloadable: [string, RegExp][] = [
    ['no-move', /^The file exports no "move"\. Did you forget "export"\?$/],
    ['default-export', /exports no "customization"\. It is inside the default export; export it by name\./],
    ['throw-load', /^cannot load$/],
    ['loop-load', /^it had not loaded after 1500 ms\. Does it loop when it is imported\?$/],
  ];
  for (const [strategy, reason] of unloadable) {
    it(`says why a strategy such as ${strategy} cannot be loaded`, async () => {
      const error = await inProcess({ timeouts: { load: 1500, grace: 50 } })(strategy).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.an('error');
      expect((error as Error).message).to.match(reason);
    });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
