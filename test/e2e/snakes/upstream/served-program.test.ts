import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServedPrograms } from '../../../../src/snakes/upstream/served-program.js';
import { UpstreamRunner } from '../../../../src/snakes/upstream/upstream-runner.js';
import { isRunning } from '../../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';
import { ask, createListener } from '../../../support/runners.js';
import { findFreePort } from '../../../support/free-port.js';
import { writeServerProgram } from '../../../support/server-programs.js';
import { until } from '../../../support/soon.js';

describe('the program of an upstream', () => {
  const open: UpstreamRunner[] = [];
  const programs = new ServedPrograms();
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
    const program = programs.open(url.href, { command, cwd: folder, env, port, memoryMb });
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

  it('is started again however many requests fail meanwhile', async () => {
    const { runner } = create(writeServerProgram(folder), await findFreePort());
    await runner.load();
    const first = pidOf(runner)!;
    process.kill(first, 'SIGKILL');
    // A refused connection fails within a millisecond or two: the requests of eight games leave no pause.
    let failures = 0;
    const givesUp = performance.now() + 20_000;
    const isAway = () => pidOf(runner) === first || pidOf(runner) === undefined;
    const play = async (game: string): Promise<void> => {
      for (let turn = 0; isAway() && performance.now() < givesUp; turn++) {
        if ((await ask(runner, { game, turn })).kind === 'failed') failures++;
      }
    };
    await Promise.all(Array.from('abcdefgh', play));
    expect(isAway()).to.equal(false);
    expect(failures).to.be.above(8);
  });

  it('is handed over to a runner with the same program, which keeps its process when the old one closes', async () => {
    const command = writeServerProgram(folder);
    const port = await findFreePort();
    const old = create(command, port);
    await old.runner.load();
    await ask(old.runner, { game: 'old' });
    const pid = pidOf(old.runner);
    const next = create(command, port);
    expect(await next.runner.load()).to.deep.equal({ warnings: [] });
    expect([pidOf(old.runner), pidOf(next.runner)]).to.deep.equal([undefined, pid]);
    await old.runner.close();
    const outcome = await ask(next.runner, { game: 'next' });
    expect(outcome).to.deep.include({ kind: 'moved', move: { move: 'up', shout: String(pid) } });
    await next.runner.close();
    await next.next('childStopped');
    expect(isRunning(pid!)).to.equal(false);
  });

  it('goes back to the old runner when the new one is given up, and is started again for both', async () => {
    const command = writeServerProgram(folder);
    const port = await findFreePort();
    const [old, next] = [create(command, port), create(command, port)];
    await old.runner.load();
    await next.runner.load();
    const pid = pidOf(next.runner)!;
    await next.runner.close();
    expect(pidOf(old.runner)).to.equal(pid);
    process.kill(pid, 'SIGKILL');
    await old.next('childStopped');
    await until(() => old.runner.upstream().isReachable && pidOf(old.runner) !== undefined);
    expect(await ask(old.runner)).to.include({ kind: 'moved' });
  });

  it('is another one if anything about it differs', async () => {
    const command = writeServerProgram(folder);
    const port = await findFreePort();
    const old = create(command, port);
    await old.runner.load();
    const next = create(command, port, 300);
    expect(await next.runner.load())
      .to.have.nested.property('warnings[0]')
      .that.match(/another server answers/);
    const pid = pidOf(old.runner);
    await old.runner.close();
    await until(() => pidOf(next.runner) !== undefined);
    expect(pidOf(next.runner)).to.not.equal(pid);
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
