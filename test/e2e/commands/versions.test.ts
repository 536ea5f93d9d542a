/** `NAME@VERSION`, wherever a strategy is named. */
import { expect } from 'chai';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { killProcesses, runCli, spawnHost } from '../../support/host-process.js';
import { DUEL } from '../../support/journals.js';
import { makeRepository, type Repository } from '../../support/repositories.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const JSON_BODY = { 'content-type': 'application/json' };

const always = (move: string) => `export const customization = {};\nexport const move = () => '${move}';\n`;

const yaml = (strategy: string) => `
server: { host: 127.0.0.1, port: 0, admin: { port: 0 } }
snakes:
  - { prefix: /a, strategy: ${strategy} }
`;

describe('a version of a strategy', () => {
  let made: Repository;
  let config = '';
  beforeEach(() => {
    made = makeRepository();
    config = path.join(made.path, 'config/snakes.yaml');
    const files = { 'package.json': '{}', 'config/snakes.yaml': yaml('a'), 'strategies/a.js': always('up') };
    made.commit(files);
    made.git('tag', 'v1');
    made.commit({ 'strategies/a.js': always('down') });
    made.write({ 'strategies/a.js': always('left') });
  });
  after(killProcesses);
  afterEach(() => rmSync(made.path, { recursive: true, force: true }));
  const run = (...words: string[]) => runCli([...words, '--config', config]);

  it('plays in each contest, next to its working copy', async () => {
    const { code, stdout, stderr } = await run('compare', 'a@HEAD', 'a', '--games', '2', '--seed', '1', '--json');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(JSON.parse(stdout)).to.deep.nested.include({ 'base.name': 'a@HEAD', 'candidate.name': 'a' });
    const cup = await run('tournament', 'a@v1', 'a@HEAD', 'a', '--games', '2', '--seed', '1');
    expect([cup.code, cup.stderr]).to.deep.equal([0, '']);
    for (const name of ['a@v1', 'a@HEAD']) expect(cup.stdout).to.include(name);
    made.git('checkout', '--quiet', '--', 'strategies/a.js');
    expect((await run('compare', 'a@main', 'a', '--games', '2')).stderr).to.include('so there is nothing to compare');
  });

  it('plays a game, is asked about positions, and starts a new snake', async () => {
    const record = path.join(made.path, 'game.jsonl');
    const played = await run('play', '--snake', 'a@v1', '--snake', 'a@HEAD', '--seed', '1', '--output', record);
    expect([played.code, played.stderr]).to.deep.equal([0, '']);
    expect(played.stdout).to.include('a@v1');
    for (const [name, move] of [
      ['a@v1', 'up'],
      ['a@HEAD', 'down'],
      ['a', 'left'],
    ] as const)
      expect((await run('replay', record, '--turn', '0', '--ask', name)).stdout).to.include(`moved ${move}`);
    expect((await run('new', 'b', '--from', 'a@v1')).code).to.equal(0);
    expect(readFileSync(path.join(made.path, 'strategies/b.js'), 'utf8')).to.equal(always('up'));
    expect(await run('new', 'c', '--from', 'a@v9')).to.deep.include({
      code: 2,
      stderr: '--from strategy "a@v9": "v9": the repository has no such commit, branch or tag\n',
    });
    expect(existsSync(path.join(made.path, 'strategies/c.js'))).to.equal(false);
  });

  it('is served, is asked by the page, and follows its branch at a reload', async () => {
    made.write({ 'config/snakes.yaml': yaml('a@main') });
    const host = await spawnHost(config);
    const move = async (game: string, turn: number) => {
      const body = JSON.stringify(sketchRequest({ ...DUEL, game, turn }));
      const response = await fetch(`${host.url}/a/move`, { method: 'POST', body });
      return ((await response.json()) as { move: string }).move;
    };
    expect(await move('one', 1)).to.equal('down');
    made.commit({ 'strategies/a.js': always('right') });
    const reloaded = await fetch(`${host.admin}/reload`, { method: 'POST' });
    expect(await reloaded.json()).to.deep.include({ outcome: 'applied', changed: ['/a'] });
    expect([await move('one', 2), await move('two', 1)]).to.deep.equal(['down', 'right']);
    await until(async () => (await host.games()).length === 2);
    const ask = async (snake: string) => {
      const request = { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ snake }) };
      const response = await fetch(`${host.admin}/api/games/one/turns/1/ask`, request);
      return (await response.json()) as Readonly<Record<string, unknown>>;
    };
    expect(await ask('/a@v1')).to.include({ snake: '/a@v1', move: 'up' });
    expect(await ask('/a@v9'))
      .to.have.nested.property('error.message')
      .that.includes('no such commit');
  });

  it('is kept when it has played, and plays, is asked and is served by its hash', async () => {
    const host = await spawnHost(config);
    for (const [turn, action] of ['start', 'move', 'move', 'end'].entries()) {
      const body = JSON.stringify(sketchRequest({ ...DUEL, game: 'g', turn }));
      expect((await fetch(`${host.url}/a/${action}`, { method: 'POST', body })).status).to.equal(200);
    }
    const [game] = await host.endedGames(1);
    const { hash } = game!;
    const versions = path.join(made.path, 'data/versions');
    await until(() => existsSync(path.join(versions, `${hash}.json.br`)));
    const request = { method: 'POST', body: '{"snake":"/a@then"}' };
    made.write({ 'strategies/a.js': always('right') });
    await fetch(`${host.admin}/reload`, { method: 'POST' });
    const asked = await fetch(`${host.admin}/api/games/g/turns/1/ask`, { ...request, headers: JSON_BODY });
    expect(await asked.json()).to.include({ snake: `/a@${hash}`, move: 'left' });

    const again = await run('replay', 'last', '--turn', '1', '--ask', 'then');
    expect(again.stdout).to.match(/^then +same version +today\s*\nanswered left .*moved left in .*moved right in/m);
    const profiled = await run('replay', 'last', '--turn', '1', '--ask', 'then', '--profile', '50ms');
    expect(profiled.stdout).to.include('It answered left.');
    const thought = await run('analyse', 'last', '--ask', 'then', '--timeout', '100ms', '--nodes', '100');
    expect([thought.code, thought.stderr]).to.deep.equal([0, '']);
    const match = await run('compare', `a@${hash.slice(0, 7)}`, 'a', '--games', '2', '--seed', '1', '--json');
    expect([match.code, match.stderr]).to.deep.equal([0, '']);
    made.write({ 'config/snakes.yaml': yaml(`a@${hash}`) });
    const reloaded = await fetch(`${host.admin}/reload`, { method: 'POST' });
    expect(await reloaded.json()).to.deep.include({ outcome: 'applied', changed: ['/a'] });
    rmSync(versions, { recursive: true });
    expect((await run('replay', 'last', '--turn', '1', '--ask', 'then')).stderr).to.include(
      'No version with this hash is',
    );
    // What is mounted needs no folder.
    const body = JSON.stringify(sketchRequest({ ...DUEL, game: 'h', turn: 1 }));
    const move = await fetch(`${host.url}/a/move`, { method: 'POST', body });
    expect(await move.json()).to.include({ move: 'left' });
    await until(() => existsSync(path.join(versions, `${hash}.json.br`)));
  });

  it('does not play worse if it cannot be kept', async () => {
    made.write({ 'data/versions': 'a file' });
    const host = await spawnHost(config);
    const body = JSON.stringify(sketchRequest({ ...DUEL, game: 'g', turn: 1 }));
    const move = await fetch(`${host.url}/a/move`, { method: 'POST', body });
    expect(await move.json()).to.include({ move: 'left' });
    await host.logged(({ msg }) => msg === 'version not kept');
  });

  it('is a fault at its line in the configuration', async () => {
    made.write({ 'config/snakes.yaml': yaml('a@v9') });
    for (const command of ['serve', 'doctor']) {
      const { code, stdout, stderr } = await run(command);
      expect(code, command).to.equal(2);
      expect(stdout + stderr, command).to.match(
        /snakes\.yaml:4:\d+ snake "\/a": strategy "a@v9": "v9": the repository has no/,
      );
    }
  });
});
