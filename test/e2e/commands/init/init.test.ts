import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { killProcesses, runCli, writeFolder } from '../../../support/host-process.js';
import { version } from '../../../../src/version.js';
import { inRepository } from '../../../support/fixtures.js';

const run = promisify(execFile);
const STARTERS = ['greedy', 'cautious', 'champion', 'empty'];
/** A project that has its tarball is not given another, which takes npm some seconds. */
const PACKED = { [`vendor/serpentarium-${version}.tgz`]: '' };

describe('serpentarium init', () => {
  after(killProcesses);

  it('asks nothing without a terminal, and writes a project whose snake passes the check', async () => {
    const folder = path.join(writeFolder({}), 'my snakes');
    const { code, stdout, stderr } = await runCli(['init', folder]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const written = [
      [
        'strategies/first.ts',
        'package.json',
        'tsconfig.json',
        '.dockerignore',
        '.github/workflows/snakes.yaml',
        'AGENTS.md',
      ],
      [
        'Dockerfile',
        'Procfile',
        'README.md',
        '.gitignore',
        'config/snakes.yaml',
        'test/strategies/first.test.ts',
        '.env',
      ],
    ].flat();
    expect(stdout.split('\n').slice(0, written.length)).to.deep.equal(
      written.map((file) => `wrote ${path.join(folder, file)}`),
    );
    expect(stdout).to.include(`cd "${folder}"\n  npm install\n  npm test `);
    const [tarball] = readdirSync(path.join(folder, 'vendor'));
    const packed = await run('tar', ['-tzf', path.join(folder, 'vendor', tarball!)]);
    expect(packed.stdout).to.include('dist/src/strategy.d.ts');
    const [, key] = /register https:\/\/YOUR-HOST\/first\?key=([\w-]{20})$/m.exec(stdout)!;
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).to.equal(`SNAKE_KEY=${key}\n`);
    expect(statSync(path.join(folder, '.env')).mode & 0o777).to.equal(0o600);
    const checked = await runCli(['check', '--config', path.join(folder, 'config/snakes.yaml')], { SNAKE_KEY: key });
    expect(checked.stderr).to.equal('');
    expect(checked.stdout).to.match(/^\w+ +\/first +first (?:#\w{6} smile curled moved|late)/m);
  });

  for (const extension of ['ts', 'js']) {
    it(`writes snakes that start from any of the starters, in ${extension}`, async () => {
      const folder = writeFolder(PACKED);
      const config = path.join(folder, 'config/snakes.yaml');
      const [first, ...others] = STARTERS;
      const language = extension === 'js' ? ['--js'] : [];
      expect(await runCli(['init', folder, '--from', first!, '--name', `my-${first}`, ...language])).to.include({
        code: 0,
      });
      for (const from of others) {
        expect(await runCli(['new', `my-${from}`, '--from', from, '--config', config])).to.include({ code: 0 });
      }
      const { stdout } = await runCli(['check', '--config', config], { SNAKE_KEY: 'a-secret' });
      for (const from of STARTERS) {
        const text = readFileSync(path.join(folder, `strategies/my-${from}.${extension}`), 'utf8');
        expect(text).to.match(
          /^\/\*\*[^]*docs\/guides\/strategy\.md, in a project under node_modules\/serpentarium,[^]*\nexport function move\(/,
        );
        expect(text).not.to.match(/sourceMappingURL|^ {4}\S/);
        // On a busy machine, the champion may be late.
        expect(stdout).to.match(new RegExp(`^\\w+ +/my-${from} +my-${from} .*(?:moved|late)`, 'm'));
      }
    });
  }

  it('overwrites nothing, and says what a package.json that was there lacks', async () => {
    const folder = writeFolder({
      ...PACKED,
      '.gitignore': 'mine',
      '.env': 'A=1',
      'package.json': '{ "name": "mine" }',
    });
    const { code, stdout } = await runCli(['init', folder]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^kept {2}.*\.gitignore$/m);
    expect(stdout).to.match(/^The existing \.env is unchanged\. Add this line to it:\n {2}SNAKE_KEY=[\w-]{20}$/m);
    expect(stdout).to.match(
      /package\.json is unchanged\. Add to it:\n[^]*"start": "serpentarium serve"[^]*"file:vendor\/serpentarium-/,
    );
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).to.equal('mine');
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).to.equal('{ "name": "mine" }');

    writeFileSync(path.join(folder, 'strategies/first.ts'), 'mine');
    const again = await runCli(['init', folder]);
    const config = path.join(folder, 'config/snakes.yaml');
    expect(again).to.include({
      code: 2,
      stderr: `${config} exists. "init" overwrites nothing, and wrote nothing. "npx serpentarium new NAME" adds a snake to a project.\n`,
    });
    expect(readFileSync(path.join(folder, 'strategies/first.ts'), 'utf8')).to.equal('mine');
  });

  it('writes nothing if its flags are about two languages', async () => {
    const folder = writeFolder({});
    for (const flag of [['--js'], ['--from', 'champion']]) {
      const { code, stderr } = await runCli(['init', folder, '--python', ...flag]);
      expect(code).to.equal(2);
      expect(stderr).to.match(new RegExp(`option '--python' cannot be used with option '${flag[0]!}`));
    }
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('is named where a configuration is missing', async () => {
    const folder = writeFolder({});
    const cli = inRepository('dist/src/cli.js');
    const failed = await run(process.execPath, [cli, 'check'], { cwd: folder }).catch((thrown) => thrown);
    expect(failed.stderr).to.match(
      /^config\/snakes.yaml does not exist\. .* "npx serpentarium init" writes a first one\.\n$/,
    );
    expect(existsSync(path.join(folder, 'config'))).to.equal(false);
  });

  it('is not needed to play the strategies of a folder against the shipped ones', async () => {
    const cwd = writeFolder({
      'strategies/mine.js': "export const customization = {};\nexport const move = () => 'up';",
    });
    const words = [inRepository('dist/src/cli.js'), 'play', '--seed', '1', '--snake', 'mine', '--snake'];
    const play = (name: string) => run(process.execPath, [...words, name], { cwd });
    expect((await play('greedy')).stdout).to.match(/^greedy wins after \d+ turns\.\n {2}mine +hit the wall/);
    const failed = await play('gredy').catch((thrown) => thrown);
    expect(failed.stderr).to.match(/^--snake strategy "gredy" is not in ".*strategies"\. Did you mean "greedy"\?\n$/);
  });
});
