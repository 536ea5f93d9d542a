/** Strategies of earlier commits. Git is another program, so these are no unit tests. */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceBounds } from '../../../../src/config/types.js';
import { bundleStrategy } from '../../../../src/snakes/strategy/bundle.js';
import { makeRepository, type Repository } from '../../../support/repositories.js';

const answer = (value: number) => `export const answer: number = ${value};`;

const bundleOf = async ({ path: root }: Repository, revision: string, file = 'strategies/a', bounds?: SourceBounds) =>
  bundleStrategy(path.join(root, file), bounds, revision);
const answerOf = async (...given: Parameters<typeof bundleOf>) => /=(\d+);/.exec((await bundleOf(...given)).code)?.[1];
const faultOf = async (...given: Parameters<typeof bundleOf>) =>
  bundleOf(...given).then(
    () => 'bundled',
    ({ message }: Error) =>
      message.replaceAll(/\b[0-9a-f]{10}\b/g, 'COMMIT').replaceAll(/"[./\w-]*serpentarium-git-\w+\//g, '"'),
  );
const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/lib': { version } } });

describe('a strategy of a commit', () => {
  const folders: string[] = [];
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  const repository = (): Repository => {
    const made = makeRepository();
    folders.push(made.path);
    return made;
  };

  it('is found by each kind of name, whatever the working copy has', async () => {
    const made = repository();
    const first = made.commit({ 'strategies/a.ts': answer(1) });
    made.git('tag', 'v1');
    made.git('branch', 'feature/the-"quoted"');
    made.commit({ 'strategies/a.ts': answer(2) });
    made.write({ 'strategies/a.ts': answer(3) });
    for (const name of ['v1', first, first.slice(0, 7), 'HEAD~1', 'feature/the-"quoted"', '{2023-11-15 12:00}'])
      expect(await answerOf(made, name), name).to.equal('1');
    for (const name of ['HEAD', 'main', '{1 hour ago}', '@']) expect(await answerOf(made, name), name).to.equal('2');
    expect(made.git('status', '--porcelain')).to.equal('M strategies/a.ts');
  });

  it('has the hash that its file had', async () => {
    const made = repository();
    made.commit({
      'strategies/a.ts': "import { n } from './lib/n.js'; import j from '../j.json'; export const answer = n + j.x;",
      'strategies/lib/n.ts': 'export const n: number = 1;',
      'j.json': '{ "x": 2 }',
    });
    const now = await bundleStrategy(path.join(made.path, 'strategies/a.ts'));
    const then = await bundleOf(made, 'HEAD', 'strategies/a.ts');
    expect(then.hash).to.equal(now.hash);
    expect(now.inputs).to.have.lengthOf(3);
    // Nothing to watch: a commit does not change.
    expect(then.inputs).to.deep.equal([]);
  });

  it('takes its neighbours from its commit, as esbuild finds them', async () => {
    const made = repository();
    made.commit({
      'strategies/a.ts': "import { n } from './n'; import { m } from '../lib'; export const answer = [n, m].length;",
      'strategies/n.mts': '',
      'strategies/n.tsx': 'export const n = 1;',
      'lib/index.js': 'export const m = 1;',
    });
    made.git('rm', '--quiet', '-r', 'strategies', 'lib');
    made.commit({});
    expect(existsSync(path.join(made.path, 'strategies'))).to.equal(false);
    expect((await bundleOf(made, 'HEAD~1')).code).to.include('[n,m].length');
  });

  it('is found after its extension has changed', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    made.git('mv', 'strategies/a.js', 'strategies/a.ts');
    made.commit({ 'strategies/a.ts': answer(2) });
    expect(await answerOf(made, 'HEAD~1', 'strategies/a.ts')).to.equal('1');
  });

  it('takes packages from the project, and warns of another version', async () => {
    const made = repository();
    const code = "import { n } from 'lib/n.js'; export const answer = n;";
    made.commit({ 'strategies/a.js': code, 'package-lock.json': lock('1.0.0') });
    made.write({
      'node_modules/lib/n.js': 'export const n = 1;',
      'node_modules/lib/package.json': '{"version":"1.1.0"}',
    });
    const { code: bundled, warnings, packages } = await bundleOf(made, 'HEAD');
    expect(bundled).to.include(pathToFileURL(path.join(made.path, 'node_modules/lib/n.js')).href);
    expect(packages).to.deep.include(path.join(made.path, 'node_modules/lib'));
    expect(warnings).to.deep.equal(['it had "lib" 1.0.0, but 1.1.0 is installed']);
    made.commit({ 'package-lock.json': lock('1.1.0') });
    expect((await bundleOf(made, 'HEAD')).warnings).to.deep.equal([]);
    made.commit({ 'package-lock.json': '{' });
    expect((await bundleOf(made, 'HEAD')).warnings).to.deep.equal([
      'it had "lib" of a lockfile that cannot be read, but 1.1.0 is installed',
    ]);
    made.commit({ 'package-lock.json': lock('1'.repeat(5000)) });
    expect((await bundleOf(made, 'HEAD')).warnings?.[0]).to.have.length.below(200);
    made.commit({ 'package-lock.json': lock('1.1.0') + ' '.repeat(3 * 1024 ** 2) });
    expect((await bundleOf(made, 'HEAD')).warnings?.[0]).to.include('of a lockfile that cannot be read');
    rmSync(path.join(made.path, 'node_modules'), { recursive: true });
    expect(await faultOf(made, 'HEAD')).to.match(/a\.js:1:19 "lib\/n\.js" is not installed: npm install lib$/);
  });

  it('finds the aliases of tsconfig.json in the commit, not on the disk', async () => {
    const made = repository();
    const paths = JSON.stringify({ compilerOptions: { paths: { '~/*': ['./lib/*'] } } });
    const code = "export { answer } from '~/n.ts';";
    made.commit({ 'tsconfig.json': paths, 'strategies/a.ts': code, 'lib/n.ts': answer(1) });
    made.write({ 'lib/n.ts': answer(2) });
    expect(await answerOf(made, 'HEAD', 'strategies/a.ts')).to.equal('1');
  });

  it('follows no symbolic link and no submodule, and never reads a file ".env"', async () => {
    const made = repository();
    const outside = mkdtempSync(path.join(tmpdir(), 'serpentarium-git-'));
    folders.push(outside);
    writeFileSync(path.join(outside, 'n.js'), 'export const answer = 9;');
    made.commit({
      'strategies/link.js': `-> ${outside}/n.js`,
      'strategies/a.js': "export { answer } from './link.js';",
      'strategies/b.js': "export { answer } from './folder/n.js';",
      'strategies/folder': `-> ${outside}`,
      'strategies/c.js': "import text from './.env.js'; export const answer = text;",
      'strategies/.env.js': 'export default 1;',
      'strategies/d.js': "export { answer } from '../sub/n.js';",
    });
    made.git('update-index', '--add', '--cacheinfo', `160000,${made.git('rev-parse', 'HEAD')},sub`);
    made.commit({});
    expect(await faultOf(made, 'HEAD')).to.match(
      /"strategies\/link\.js" is a symbolic link in commit COMMIT, which is not f/,
    );
    expect(await faultOf(made, 'HEAD', 'strategies/b')).to.match(/"strategies\/folder" is a symbolic link in commit/);
    expect(await faultOf(made, 'HEAD', 'strategies/c')).to.match(/"strategies\/\.env\.js" is never read from a commit/);
    expect(await faultOf(made, 'HEAD', 'strategies/d')).to.match(/"sub" is a submodule in commit COMMIT/);
  });

  it('reports what the commit lacks', async () => {
    const made = repository();
    made.commit({
      'strategies/a.js': "export * from '../../elsewhere.js';",
      'strategies/b.js': "export * from './no.js';",
    });
    expect(await faultOf(made, 'HEAD', 'strategies/other')).to.equal('it is not in commit COMMIT of "strategies".');
    expect(await faultOf(made, 'HEAD', 'snakes/a')).to.equal('it is not in commit COMMIT of "snakes".');
    expect(await faultOf(made, 'HEAD')).to.match(/elsewhere\.js" is outside of the repository, so it has no version$/);
    expect(await faultOf(made, 'HEAD', 'strategies/b')).to.match(/"strategies\/no\.js" is not in commit COMMIT$/);
    made.commit({ 'strategies/a.ts': '' });
    expect(await faultOf(made, 'HEAD')).to.equal('commit COMMIT of "strategies" has several files "a"');
  });

  it('is taken from a repository around it, not from a folder of files that is one', async () => {
    const made = repository();
    made.commit({ 'strategies/a/a.js': answer(1), 'strategies/a/config': '' });
    const bare = path.join(made.path, 'strategies/a');
    made.git('init', '--quiet', '--bare', bare);
    expect(await faultOf(made, 'HEAD', 'strategies/a/a')).to.match(/^Git reports "cannot use bare repository /);
  });

  it('starts no program that the settings of its repository name', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': "export * from './n.js';", 'strategies/n.js': answer(1) });
    const missing = made.git('rev-parse', 'HEAD:strategies/n.js');
    rmSync(path.join(made.path, '.git/objects', missing.slice(0, 2), missing.slice(2)));
    const started = path.join(made.path, 'started');
    for (const [key, value] of Object.entries({
      'core.repositoryFormatVersion': '1',
      'core.fsmonitor': `touch ${started}`,
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': `ext::touch ${started}`,
      'protocol.ext.allow': 'always',
    }))
      made.git('config', key, value);
    expect(await faultOf(made, 'HEAD')).to.match(/this is a partial clone without one of its files/);
    // Earlier releases of Git do not know the variable.
    const earlier = path.join(made.path, 'earlier');
    made.write({ 'earlier/git': '#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nPATH=${PATH#*:} exec git "$@"\n' });
    chmodSync(path.join(earlier, 'git'), 0o700);
    const before = process.env['PATH'];
    process.env['PATH'] = `${earlier}:${before}`;
    try {
      expect(await faultOf(made, 'HEAD')).to.match(/Git reports "transport 'ext' not allowed"/);
    } finally {
      process.env['PATH'] = before;
    }
    expect(existsSync(started)).to.equal(false);
  });

  it('is found among many files, and refused among too many', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    const [file, strategies] = ['HEAD:strategies/a.js', 'HEAD:strategies'].map((name) => made.git('rev-parse', name));
    const makeTree = (entries: readonly string[]) =>
      execFileSync('git', ['mktree'], { cwd: made.path, input: entries.join('\n') + '\n', encoding: 'utf8' }).trim();
    const nameOf = (folder: string) => {
      const tree = makeTree([`040000 tree ${folder}\tother`, `040000 tree ${strategies}\tstrategies`]);
      return made.git('commit-tree', '-m', 'm', tree);
    };
    const many = makeTree(Array.from({ length: 3000 }, (_, index) => `100644 blob ${file}\t${index}`));
    expect(await answerOf(made, nameOf(many))).to.equal('1');
    let folder = many;
    for (let depth = 0; depth < 5; depth++)
      folder = makeTree(Array.from({ length: 10 }, (_, index) => `040000 tree ${folder}\t${index}`));
    expect(await faultOf(made, nameOf(folder))).to.match(/or the list of them, is larger than 16 MB$/);
  });

  it('reports a name that is no commit', async () => {
    const made = repository();
    expect(await faultOf(made, 'HEAD')).to.equal('"HEAD": the repository has no such commit, branch or tag');
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    for (const name of [
      'v9',
      '--help',
      '-n1',
      '--all',
      ':strategies/a.js',
      'HEAD:strategies/a.js',
      ':/m',
      '$(touch x)',
    ])
      expect(await faultOf(made, name)).to.equal(`"${name}": the repository has no such commit, branch or tag`);
    expect(await faultOf(made, '{banana}')).to.match(/^"banana" is no date for Git/);
    expect(await faultOf(made, '{1999-01-01}')).to.match(/^no commit is from before 1999-01-01T/);
    expect(readdirSync(made.path).sort()).to.deep.equal(['.git', 'strategies']);
  });

  it('reports a shallow clone, and a folder without Git', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    made.commit({ 'strategies/a.js': 'export const answer = 2;' });
    const clone = path.join(made.path, 'clone');
    made.git('clone', '--quiet', '--depth', '1', pathToFileURL(made.path).href, clone);
    expect(await faultOf({ ...made, path: clone }, 'HEAD~1')).to.match(
      /no such commit, branch or tag\. This clone is shallow: "git fetch --unshallow --tags" fetches all commits$/,
    );
    expect(await faultOf({ ...made, path: clone }, '{2023-11-15 12:00}')).to.match(
      /^no commit is from before .* is shallow/,
    );
    rmSync(path.join(clone, '.git'), { recursive: true });
    rmSync(path.join(made.path, '.git'), { recursive: true });
    expect(await faultOf(made, 'HEAD')).to.match(/is in no working copy of Git$/);
  });

  it('reports a repository of another user', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    chownSync(made.path, 12_345, 12_345);
    const home = process.env['HOME'];
    process.env['HOME'] = made.path;
    try {
      expect(await faultOf(made, 'HEAD')).to.match(
        /^its repository belongs to another user\. To trust it: git config --global --add safe\.directory \S*git-\w+$/,
      );
    } finally {
      process.env['HOME'] = home;
    }
  });

  it('fetches nothing for a partial clone', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    made.git('config', 'uploadpack.allowFilter', 'true');
    const clone = path.join(made.path, 'clone');
    const origin = pathToFileURL(made.path).href;
    made.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', origin, clone);
    expect(await faultOf({ ...made, path: clone }, 'HEAD')).to.match(
      /this is a partial clone without one of its files/,
    );
  });

  it('runs nothing that the repository or the environment names', async () => {
    const made = repository();
    made.commit({ '.gitattributes': '*.js filter=evil', 'strategies/a.js': 'export const answer = 1;' });
    const mark = path.join(made.path, 'ran');
    const script = path.join(made.path, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(script, 0o755);
    for (const key of ['filter.evil.smudge', 'core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor'])
      made.git('config', key, script);
    const hooks = path.join(made.path, '.git/hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
      writeFileSync(path.join(hooks, hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    const before = { ...process.env };
    Object.assign(process.env, {
      GIT_DIR: '/nowhere',
      GIT_EXTERNAL_DIFF: script,
      GIT_TRACE: path.join(made.path, 'trace'),
    });
    try {
      expect(await answerOf(made, 'HEAD')).to.equal('1');
    } finally {
      for (const name of ['GIT_DIR', 'GIT_EXTERNAL_DIFF', 'GIT_TRACE']) delete process.env[name];
      Object.assign(process.env, before);
    }
    expect(existsSync(mark)).to.equal(false);
    expect(existsSync(path.join(made.path, 'trace'))).to.equal(false);
    expect(existsSync(path.join(made.path, '.git/index.lock'))).to.equal(false);
  });

  it('reports a machine without Git', async () => {
    const made = repository();
    made.commit({ 'strategies/a.js': 'export const answer = 1;' });
    const before = process.env['PATH'];
    process.env['PATH'] = made.path;
    try {
      expect(await faultOf(made, 'HEAD')).to.match(/^Git is not installed/);
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('reads for a sandbox only what the sandbox may read', async () => {
    const made = repository();
    made.commit({
      'strategies/a.js': "export { answer } from './n.js';",
      'strategies/n.js': 'export const answer = 1;',
      'strategies/b.js': "export { answer } from '../config/n.js';",
      'config/n.js': 'export const answer = 2;',
      'strategies/c.js': "export { default as answer } from './snakes.json';",
      'strategies/snakes.json': '{}',
    });
    // A link that is there today must not open the folder, nor close it.
    made.write({ 'strategies/n.js': '-> ../config/n.js' });
    const folder = path.join(made.path, 'strategies');
    const bounds = {
      folders: [folder],
      secrets: [{ name: 'the configuration', path: path.join(folder, 'snakes.json') }],
    };
    expect(await answerOf(made, 'HEAD', 'strategies/a', bounds)).to.equal('1');
    expect(await faultOf(made, 'HEAD', 'strategies/b', bounds)).to.match(
      /"config\/n\.js" is outside of the strategies folder/,
    );
    expect(await faultOf(made, 'HEAD', 'strategies/c', bounds)).to.match(
      /is the configuration, which no sandbox may show/,
    );
    const more = { ...bounds, folders: [...bounds.folders, path.join(made.path, 'config')] };
    expect(await answerOf(made, 'HEAD', 'strategies/b', more)).to.equal('2');
  });
});
