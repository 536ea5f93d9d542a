/** Builds, in copies of this clone: of what has changed, and of the files from which a host serves. */
import { expect } from 'chai';
import { execFile, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { killProcesses, spawnHost, writeFolder, type HostProcess } from '../support/host-process.js';
import { until } from '../support/soon.js';

const BUILT_FROM = ['package.json', 'package-lock.json', 'tsconfig.json', 'bin', 'src'];

/** Copies what a build reads, and its packages. */
function copyClone(folder: string, names: readonly string[]): void {
  for (const name of names) {
    cpSync(inRepository(name), path.join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(inRepository('node_modules'), path.join(folder, 'node_modules'));
}

describe('a clone', function () {
  this.timeout(120_000);
  let copy: string;
  beforeEach(() => {
    copy = writeFolder({});
    copyClone(copy, BUILT_FROM);
    expect(run('--version').status).to.equal(0);
  });
  afterEach(killProcesses);

  const inCopy = (file: string) => path.join(copy, file);
  const run = (...words: string[]) => {
    return spawnSync(process.execPath, [inCopy('bin/serpentarium.js'), ...words], { encoding: 'utf8' });
  };
  /** When each file was written. */
  const written = () => {
    const files = readdirSync(inCopy('dist'), { recursive: true, encoding: 'utf8' });
    return new Map(files.filter(isFile).map((file) => [file, statSync(inCopy(`dist/${file}`)).mtimeMs]));
  };
  const isFile = (file: string) => statSync(inCopy(`dist/${file}`)).isFile();
  it('builds what has changed before it runs, and writes nothing else', () => {
    const before = written();
    appendFileSync(inCopy('src/version.ts'), `process.stdout.write('changed ');\n`);
    expect(run('--version')).to.deep.include({ status: 0, stderr: '' });
    const after = written();
    const changed = [...after].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
    expect(changed).to.include('src/version.js').and.not.include('src/cli.js');
    expect(changed.filter((file) => !/version\.js|^journal\/|^built-from$/.test(file))).to.deep.equal([]);
    expect(run('--version').stdout).to.match(/^changed \d/);
    expect(written()).to.deep.equal(after);
  });

  it('builds nothing where only the times of files have changed, as in an image', () => {
    const before = written();
    for (const file of readdirSync(inCopy('src'), { recursive: true, encoding: 'utf8' })) {
      utimesSync(inCopy(`src/${file}`), new Date(), new Date());
    }
    expect(run('--version').status).to.equal(0);
    expect(written()).to.deep.equal(before);
  });

  it('keeps the last build if there is a fault, names its place, and runs nothing', () => {
    const before = contents(inCopy('dist/src'));
    appendFileSync(inCopy('src/version.ts'), 'const x = ;\n');
    writeFileSync(inCopy('src/added.ts'), '');
    const { status, stdout, stderr } = run('--version');
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.match(/Unexpected ";"\s+src\/version\.ts:\d+:10:/);
    expect(contents(inCopy('dist/src'))).to.deep.equal(before);
    expect(run('--version').status).to.equal(2);
  });

  it('can be built by two processes at once', async () => {
    const { size } = contents(inCopy('dist/src'));
    rmSync(inCopy('dist'), { recursive: true });
    const build = () => promisify(execFile)(process.execPath, [inCopy('bin/build.js'), 'src']);
    await Promise.all([build(), build()]);
    expect(contents(inCopy('dist/src'))).to.have.property('size', size);
    expect(readdirSync(inCopy('dist'))).to.have.members(['built-from', 'journal', 'page', 'src']);
    expect(run('maps').stdout).to.match(/^standard /m);
  });
});

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
    copyClone(copy, [...BUILT_FROM, 'dist', 'strategies', 'test']);
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

/** The content of each file below a folder, by its path. */
function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]));
}
