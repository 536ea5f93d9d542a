import { expect } from 'chai';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inRepository } from '../support/fixtures.js';
import { packagesAmong, scriptsLoaded } from '../support/scripts-loaded.js';

/** What it takes to read arguments and to print within the width of a terminal. */
const PRINTING = ['ansi-regex', 'commander', 'get-east-asian-width', 'string-width', 'strip-ansi'];

describe('the command line', () => {
  it('is a program that npx can run, and one that says in a new clone what is missing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-new-clone-'));
    const npx = (...words: string[]) =>
      promisify(execFile)(
        'npx',
        ['--yes', '--offline', '--cache', path.join(folder, 'cache'), 'serpentarium', ...words],
        {
          cwd: folder,
        },
      );
    try {
      const { name, version, type, bin } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version, type, bin }));
      cpSync(inRepository('bin'), path.join(folder, 'bin'), { recursive: true });
      mkdirSync(path.join(folder, 'src'));
      expect(await npx('maps').catch((failed) => failed)).to.include({
        code: 2,
        stderr: 'The packages that Serpentarium needs are not installed. Run "npm ci" first.\n',
      });
      rmSync(path.join(folder, 'src'), { recursive: true });
      mkdirSync(path.join(folder, 'dist/src'), { recursive: true });
      writeFileSync(path.join(folder, 'dist/src/cli.js'), 'console.log(...process.argv.slice(2));');
      expect((await npx('maps')).stdout).to.equal('maps\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names the Node that it needs, before it loads anything that an older one does not', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-old-node-'));
    try {
      for (const file of ['cli.js', 'version.js', 'errors']) {
        cpSync(inRepository(`dist/src/${file}`), path.join(folder, 'dist/src', file), { recursive: true });
      }
      writeFileSync(
        path.join(folder, 'package.json'),
        JSON.stringify({ type: 'module', engines: { node: '^99.19.0 || >=102.16.0' } }),
      );
      const { status, stderr } = spawnSync(process.execPath, ['dist/src/cli.js'], { cwd: folder, encoding: 'utf8' });
      expect({ status, stderr }).to.deep.equal({
        status: 2,
        stderr: `Serpentarium needs Node 99.19.0 or newer, this is ${process.versions.node}. Install one from nodejs.org.\n`,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of a global install runs the version of the project around the folder', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-global-'));
    const write = (file: string, content: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    };
    const run = (cwd: string) =>
      spawnSync(process.execPath, [path.join(folder, 'global/bin/serpentarium.js')], {
        cwd: path.join(folder, cwd),
        encoding: 'utf8',
      }).stdout;
    try {
      const { name, type, exports } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
      for (const [place, says] of [
        ['global', 'global'],
        ['project/node_modules/serpentarium', 'project'],
      ] as const) {
        cpSync(inRepository('bin/serpentarium.js'), path.join(folder, place, 'bin/serpentarium.js'));
        write(`${place}/package.json`, JSON.stringify({ name, type, exports }));
        write(`${place}/dist/src/strategy.js`, '');
        write(`${place}/dist/src/cli.js`, `console.log('${says}');`);
      }
      write('project/strategies/first.ts', '');
      write('elsewhere/file', '');
      expect(['elsewhere', 'project', 'project/strategies'].map(run)).to.deep.equal([
        'global\n',
        'project\n',
        'project\n',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('ends silently when the reader of its output has gone', async () => {
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: 'pipe' });
    command.stdout.destroy();
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect({ said, code }).to.deep.equal({ said: '', code: 0 });
  });

  it('says why its output cannot be written', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: [...stdio] });
    const [said, [code]] = await Promise.all([text(command.stderr!), once(command, 'exit')]);
    expect(said).to.match(/^cannot write to standard output: ENOSPC/);
    expect(code).to.equal(1);
  });

  for (const words of [['--help'], ['--version'], ['help'], ['sevre']]) {
    it(`loads no command to answer "${words.join(' ')}"`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-loaded-'));
      try {
        const env = { ...process.env, NODE_V8_COVERAGE: folder };
        const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], { stdio: 'ignore', env });
        await once(command, 'close');
        const scripts = scriptsLoaded(folder);
        expect(PRINTING).to.include.members(packagesAmong(scripts));
        expect(scripts.filter((url) => /\/src\/(?:host|commands\/\w+\/)/.test(url))).to.deep.equal([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  it('waits for no pipe', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-pipe-'));
    const inFolder = { cwd: folder, timeout: 20_000, killSignal: 'SIGKILL' } as const;
    try {
      execFileSync('mkfifo', [path.join(folder, 'pipe')]);
      writeFileSync(path.join(folder, 'snakes.yaml'), 'strategies: .\nsnakes: [{ prefix: /, strategy: greedy }]');
      for (const line of [
        'check --config pipe',
        'replay pipe',
        'import --config snakes.yaml pipe',
        'compare --resume pipe',
        'positions pipe greedy',
        'export -o rows.jsonl pipe',
        'journal check pipe',
      ]) {
        const words = [inRepository('dist/src/cli.js'), ...line.split(' ')];
        const command = promisify(execFile)(process.execPath, words, inFolder);
        const { code, stderr } = (await command.catch((thrown: unknown) => thrown)) as Record<string, unknown>;
        expect(code, line).to.equal(line.startsWith('import') ? 1 : 2);
        expect(stderr).to.match(/^\S+ (?:cannot be read: it )?is a pipe or a device/);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('completes its commands and flags in bash', async () => {
    const script = `serpentarium() { "${process.execPath}" "${inRepository('dist/src/cli.js')}" "$@"; }
      eval "$(serpentarium completion bash)"
      COMP_WORDS=(serpentarium init --fr); COMP_CWORD=2; _serpentarium; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(serpentarium tour); COMP_CWORD=1; _serpentarium; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(stdout).to.equal('--from\ntournament\n');
  });
});

describe('npm run bench', () => {
  const unknown = [
    ['--help'],
    ['hots'],
    ['boot', '--seconds'],
    ['host', 'search', '--account'],
    ['walk', '--function'],
  ];
  for (const words of unknown) {
    it(`runs nothing for "${words.join(' ')}", and says what there is`, () => {
      const bench = spawnSync(process.execPath, [inRepository('dist/test/bench/run.js'), ...words], {
        encoding: 'utf8',
      });
      expect(bench.status).to.equal(2);
      expect(bench.stderr)
        .to.include(`Unknown: "${words.at(-1)}".`)
        .and.to.match(/^ {2}walk .* --functions$/m);
    });
  }
});
