import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServedProgram } from '../../../../src/snakes/upstream/served-program.js';
import { UpstreamRunner } from '../../../../src/snakes/upstream/upstream-runner.js';
import { isRunning } from '../../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';
import { ask, createListener } from '../../../support/runners.js';
import { findFreePort } from '../../../support/free-port.js';
import { writeServerProgram } from '../../../support/server-programs.js';
import { until } from '../../../support/soon.js';

describe('the program of an upstream', () => {
  const open: UpstreamRunner[] = [];
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-test-'))));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((runner) => runner.close()));
    await closeHttpSnakes();
  });
  after(() => rmSync(folder, { recursive: true }));

  function create(command: string[], port: number, memoryMb = 256) {
    const { report, watched } = createListener();
    const url = new URL(`http://127.0.0.1:${port}/`);
    const env = { PATH: process.env['PATH'] ?? '' };
    const program = new ServedProgram({ command, cwd: folder, env, port, memoryMb, report });
    const runner = new UpstreamRunner({ url, shownUrl: url.href, customization: {}, program, report });
    open.push(runner);
    return { ...watched, runner };
  }

  it('is started with its port, logged, and waited for', async () => {
    const port = await findFreePort();
    const { runner, next } = create(writeServerProgram(folder, `console.error('hello');`), port);
    expect(await runner.load()).to.deep.equal({ warnings: [] });
    expect(runner.info()).to.deep.equal({ apiversion: '1', color: '#abcdef' });
    await next('logged', /hello/);
    await next('logged', new RegExp(`listening on ${port}`));
    const outcome = await ask(runner);
    expect(outcome).to.deep.include({ kind: 'moved', move: { move: 'up', shout: String(pidOf(runner)) } });
    expect(runner.status()[0]).to.include({ state: 'idle', games: 1 });
  });

  it('is started again when it dies, and told of its games again', async () => {
    const script = `answer = (response) => moves === 2 ? process.exit(3) : response.end('{"move":"up"}');`;
    const { runner, next } = create(writeServerProgram(folder, script), await findFreePort());
    await runner.load();
    const first = pidOf(runner);
    expect(await ask(runner)).to.include({ kind: 'moved' });
    expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
    const { text } = await next('childStopped');
    expect(text).to.match(/exited the process exited with code 3/);
    await until(() => runner.upstream().isReachable && pidOf(runner) !== undefined);
    expect(pidOf(runner)).to.not.equal(first);
    expect(await ask(runner, { turn: 2 })).to.include({ kind: 'moved' });
  });

  it('is killed when it takes too much memory', async () => {
    const script = `const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 10);`;
    const { runner, next } = create(writeServerProgram(folder, script), await findFreePort(), 200);
    await runner.load();
    const { text } = await next('childStopped');
    expect(text).to.match(/killed the process was killed: it took \d+ MB of memory, more than its 200/);
  });

  it('ends with its snake, and all that it started with it', async () => {
    const script = `console.log('child', spawn('sleep', ['1000']).pid, 'of', process.pid);`;
    const { runner, next } = create(writeServerProgram(folder, script), await findFreePort());
    await runner.load();
    const { text } = await next('logged', /child \d+ of \d+/);
    const pids = /child (\d+) of (\d+)/.exec(text)!.slice(1).map(Number);
    await runner.close();
    await until(() => pids.every((pid) => !isRunning(pid)));
  });

  it('is a fault if it cannot run', async () => {
    const { runner } = create(['./nowhere', '--fast'], await findFreePort());
    const first = await runner.load();
    expect(first)
      .to.have.property('fault')
      .that.match(/^the process exited with code 127\. It wrote last: ".*nowhere/);
  });

  it('is a fault if it ends before it has answered', async () => {
    const { runner } = create(writeServerProgram(folder, `throw new Error('no model');`), await findFreePort());
    expect(await runner.load())
      .to.have.property('fault')
      .that.match(/^the process exited with code 1\. It wrote last/);
  });

  it('is not started while another server answers, but when that has gone', async () => {
    const other = await serveHttpSnake();
    const { runner, next } = create(writeServerProgram(folder), Number(other.url.port));
    expect(await runner.load()).to.deep.equal({
      warnings: ['another server answers already: "run" starts once it has stopped'],
    });
    expect(pidOf(runner)).to.equal(undefined);
    expect(await ask(runner)).to.deep.include({ kind: 'moved', move: { move: 'up' } });
    await closeHttpSnakes();
    await ask(runner, { turn: 1 });
    await next('childStarted');
    await until(() => runner.upstream().isReachable);
    expect(await ask(runner, { turn: 2 })).to.deep.include({ move: { move: 'up', shout: String(pidOf(runner)) } });
  });

  it('has most of what it writes counted alone', async () => {
    const script = `for (let line = 0; line < 5000; line++) console.log('line', line); setInterval(() => console.log('later'), 1100);`;
    const { runner, next, events } = create(writeServerProgram(folder, script), await findFreePort());
    await runner.load();
    await next('warned', /its server wrote \d+ lines more than the 20 that are kept/);
    expect(events.filter(({ kind }) => kind === 'logged').length).to.be.below(100);
  });
});

function pidOf(runner: UpstreamRunner): number | undefined {
  return runner.status()[0]?.pid;
}
