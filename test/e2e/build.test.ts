/** A host that serves from the folder in which `npm run build` works, in a copy of this one. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { killProcesses, spawnHost, writeFolder, type HostProcess } from '../support/host-process.js';
import { until } from '../support/soon.js';

describe('a host whose program is built again', function () {
  this.timeout(300_000);
  const engine = createArenaEngine('cli');
  let copy: string;
  let host: HostProcess;
  before(async () => {
    copy = writeFolder({
      'snakes.yaml': JSON.stringify({
        server: { host: '127.0.0.1', port: 0, admin: { port: 0 } },
        journal: 'off',
        snakes: [{ prefix: '/greedy', strategy: 'greedy', processes: 1 }],
      }),
    });
    for (const name of ['package.json', 'tsconfig.json', 'src', 'strategies', 'test', 'dist'])
      cpSync(inRepository(name), path.join(copy, name), { recursive: true, preserveTimestamps: true });
    symlinkSync(inRepository('node_modules'), path.join(copy, 'node_modules'));
    const run = ['sh', '-c', 'cd "$0" && shift && exec node dist/src/cli.js "$@"', copy] as const;
    host = await spawnHost(path.join(copy, 'snakes.yaml'), {}, [], run);
  });
  after(() => {
    engine.close();
    return killProcesses();
  });

  const inCopy = (file: string) => path.join(copy, file);
  const pids = async () => (await host.snakes()).flatMap(({ children }) => children.map(({ pid }) => pid));
  /** Ends the snake's process, and waits for the next one, which loads what is there now. */
  async function replaceChild(): Promise<void> {
    const before = await pids();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(async () => {
      const now = await host.snakes();
      return now[0]!.children.some(({ pid, state }) => state === 'idle' && !before.includes(pid));
    });
  }
  const play = () => engine.play([`${host.url}/greedy`, `${host.url}/greedy`], { timeout: 5000, width: 7, height: 7 });
  const fallbacks = () => host.lines.filter(({ msg }) => /^(?:move (?!answered)|child not started)/.test(msg));

  it('starts processes and plays on while that runs, without a fallback', async () => {
    appendFileSync(inCopy('src/snakes/process/strategy-main.ts'), `\nprocess.title = 'built again';\n`);
    writeFileSync(inCopy('dist/src/removed.js'), '');
    const built = new AbortController();
    const building = promisify(execFile)('npm', ['run', 'build'], { cwd: copy }).finally(() => built.abort());
    for (let games = 0; games < 2 || !built.signal.aborted; games++) {
      await replaceChild();
      await play();
    }
    await building;
    expect(fallbacks()).to.deep.equal([]);
    expect(existsSync(inCopy('dist/src/removed.js'))).to.equal(false);
  });

  it('names the missing file once they are deleted, and plays on with the processes it has', async () => {
    rmSync(inCopy('dist/src/commands/maps.js'));
    const maps = await promisify(execFile)(process.execPath, ['dist/src/cli.js', 'maps'], { cwd: copy }).catch(String);
    expect(maps).to.match(/commands\/maps\.js" is missing\. Did a build/);
    rmSync(inCopy('dist'), { recursive: true });
    await play();
    expect(fallbacks()).to.deep.equal([]);
    for (const pid of await pids()) process.kill(pid, 'SIGKILL');
    const [line] = await host.logged(({ reason }) => /is missing/.test(String(reason)));
    expect(line!['reason']).to.match(/dist\/src\/snakes\/process\/strategy-main\.mjs" is missing\. Did a build/);
  });
});
