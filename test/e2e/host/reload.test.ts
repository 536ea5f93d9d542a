/** A running host that loads another configuration, while games are played on it. */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MountStatus } from '../../../src/snakes/mount.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import {
  hasTerminals,
  killProcesses,
  spawnHost,
  startOnTerminal,
  writeFolder,
  type HostProcess,
  type LogLine,
} from '../../support/host-process.js';
import { findFreePort } from '../../support/free-port.js';
import { writeServerProgram } from '../../support/server-programs.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';

/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

/** A strategy whose option and code a test changes. */
const walks = (move: string) => `
  export const customization = { color: '#00000${move.length}' };
  export const options = { properties: { move: { type: 'string', default: '${move}' } }, additionalProperties: false };
  export const move = (turn, { options }) => options.move;
`;

const yamlOf = (snakes: readonly string[], more = '') => `
server: { host: 127.0.0.1, port: 0, admin: { port: 0 }, drain: 0 }
strategies: ./strategies
journal: off
snakes:
${snakes.map((snake) => `  - { ${snake} }`).join('\n')}
${more}`;

/** A folder with two strategies and a configuration. */
function writeHost() {
  const snakes = ['prefix: /a, strategy: walker', 'prefix: /b, strategy: other'];
  const folder = writeFolder({
    'strategies/walker.js': walks('left'),
    'strategies/other.js': walks('left'),
    'snakes.yaml': yamlOf(snakes),
  });
  return {
    config: path.join(folder, 'snakes.yaml'),
    write: (file: string, content: string) => writeFileSync(path.join(folder, file), content),
    /** Replaces the snakes. */
    serve: (...list: string[]) => writeFileSync(path.join(folder, 'snakes.yaml'), yamlOf(list)),
  };
}

type Status = MountStatus & { readonly version: number; readonly isRetired: boolean };

const snakesOf = (host: HostProcess) => host.ask<Status[]>('/snakes');

async function reload({ admin }: HostProcess): Promise<Record<string, unknown>> {
  const response = await fetch(`${admin}/reload`, { method: 'POST' });
  return { status: response.status, ...((await response.json()) as object) };
}

/** A busy machine may starve a strategy, which is not the reload's doing; that a mount is closed too early is. */
function isCaused({ msg, reason }: LogLine): boolean {
  return msg === 'turn lost' || (msg.startsWith('move ') && /clos(ed|ing)|nothing to do/.test(String(reason)));
}

describe('a host that is reloaded', () => {
  afterEach(killProcesses);

  it('hands the program of a server over, and loses no turn although it needs two seconds to start', async () => {
    const files = writeHost();
    const [node, file] = writeServerProgram(writeFolder({}), 'await new Promise((done) => setTimeout(done, 2000));');
    const served = `prefix: /s, upstream: 'http://127.0.0.1:${await findFreePort()}', run: ['${node}', '${file}']`;
    files.serve(served);
    const host = await spawnHost(files.config);
    const [{ children }] = (await snakesOf(host)) as [Status];
    const walking = () => new WalkingSnake({ url: `${host.url}/s`, timeout: TIMEOUT });
    const before = walking();
    await before.start();
    await before.move();
    files.serve(`${served}, overhead: 61ms`);
    expect(await reload(host)).to.deep.include({ status: 200, changed: ['/s'], warnings: [] });
    const after = walking();
    await after.start();
    await after.move();
    await before.end();
    await until(async () => (await snakesOf(host)).length === 1);
    for (let turn = 0; turn < 20; turn++) await after.move();
    expect(host.lines.filter(({ msg }) => msg === 'move failed')).to.deep.equal([]);
    expect((await snakesOf(host))[0]!.children[0]!.pid).to.equal(children[0]!.pid);
  });

  it('begins new games on the new version, ends running games on the old one, and lets it go', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config);
    const [game, kept] = ['/a', '/b'].map((prefix) => new WalkingSnake({ url: host.url + prefix, timeout: TIMEOUT }));
    for (const each of [game!, kept!]) {
      await each.start();
      await each.move();
    }
    const before = await snakesOf(host);

    files.write('strategies/walker.js', walks('up'));
    expect(await reload(host)).to.deep.include({ status: 200, outcome: 'applied', version: 2, changed: ['/a'] });
    expect(await (await fetch(`${host.url}/a`)).json()).to.include({ color: '#000002' });
    const later = new WalkingSnake({ url: `${host.url}/a`, timeout: TIMEOUT });
    expect([(await later.move()).move, (await game!.move()).move]).to.deep.equal(['up', 'left']);
    const after = await snakesOf(host);
    expect(after.map(({ prefix, version, isRetired }) => [prefix, version, isRetired])).to.deep.equal([
      ['/a', 2, false],
      ['/b', 1, false],
      ['/a', 1, true],
    ]);
    expect(after[1]!.children[0]!.pid).to.equal(before[1]!.children[0]!.pid);
    expect(after[1]!.games[0]!.overhead).to.equal(before[1]!.games[0]!.overhead);

    await game!.end();
    await host.logged(({ msg }) => msg === 'old version closed');
    await until(async () => (await snakesOf(host)).length === 2);
    const metrics = await host.metrics();
    for (const line of [
      'serpentarium_config_version 2',
      'serpentarium_config_reloads_total{outcome="applied"} 1',
      'serpentarium_config_last_reload_successful 1',
      'serpentarium_children{snake="/a"} 1',
      'serpentarium_live_games{snake="/a"} 1',
    ]) {
      expect(metrics).to.include(`\n${line}`);
    }
  });

  it('adds and removes snakes, and says which keys need a restart', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config);
    const game = new WalkingSnake({ url: `${host.url}/b`, timeout: TIMEOUT });
    await game.start();
    const yaml = yamlOf(['prefix: /a, strategy: walker', 'prefix: /c, strategy: walker, options: { move: down }']);
    files.write('snakes.yaml', yaml.replace('drain: 0', 'drain: 5'));
    host.signal('SIGHUP');
    const [line] = await host.logged(({ msg }) => msg === 'configuration reloaded');
    expect(line).to.deep.include({ trigger: 'SIGHUP', version: 2, added: ['/c'], changed: [], removed: ['/b'] });
    expect(host.lines.find(({ msg }) => msg === 'changed keys need a restart')).to.deep.include({
      keys: ['server.drain'],
    });
    expect((await new WalkingSnake({ url: `${host.url}/c`, timeout: TIMEOUT }).move()).move).to.equal('down');
    expect((await fetch(`${host.url}/b`)).status).to.equal(404);
    expect((await game.move()).move).to.equal('left');
    await game.end();
    await until(async () => !(await host.metrics()).includes('snake="/b"'));
  });

  for (const [what, file, broken] of [
    ['strategy', 'strategies/walker.js', 'export const move = ;'],
    ['configuration', 'snakes.yaml', 'snakes: [{ prefix: /a, strategy: '],
  ] as const) {
    (hasTerminals ? it : it.skip)(`waits for the fix of a ${what} that cannot be loaded at first`, async () => {
      const files = writeHost();
      files.write(file, broken);
      const watching = startOnTerminal(['serve', '--config', files.config, '--reload']);
      await watching.shows(/waiting for a change of the files/);
      if (what === 'strategy') files.write(file, walks('up'));
      else files.serve('prefix: /a, strategy: walker');
      await watching.shows(what === 'strategy' ? /serving 2 snakes:/ : /serving 1 snake:/);
      watching.type('\x03');
      expect(await watching.ended).to.equal(0);
    });
  }

  it('reads a variable that is written to .env while it runs', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config, {}, ['--reload']);
    files.serve('prefix: /a, strategy: walker, key: $KEY_OF_A');
    const [refused] = await host.logged(({ msg }) => msg.startsWith('configuration not reloaded'));
    expect(String(refused!.faults)).to.include('"KEY_OF_A" is not set');
    files.write('.env', 'KEY_OF_A=any-8-letters');
    const [line] = await host.logged(({ msg }) => msg === 'configuration reloaded');
    expect(line).to.deep.include({ changed: ['/a'], removed: ['/b'] });
    expect((await fetch(`${host.url}/a?key=any-8-letters`)).status).to.equal(200);
  });

  it('asks for no reload after a reload, nor for what changes nothing', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config);
    files.write('strategies/walker.js', walks('up'));
    expect(await reload(host)).to.deep.include({ status: 200, changed: ['/a'] });
    files.write('strategies/other.js', `${walks('left')}// a comment`);
    // The next check finds all three files changed, and only this one different.
    files.serve('prefix: /a, strategy: walker');
    await host.logged(({ msg }) => msg === 'configuration changed: reload to apply');
    host.signal('SIGTERM');
    await host.ended;
    expect(host.lines.filter(({ msg }) => msg === 'strategy changed: reload to apply')).to.deep.equal([]);
  });

  it('says that files have changed, unless it watches them: then it takes them over', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config);
    files.write('strategies/walker.js', walks('up'));
    const [changed] = await host.logged(({ msg }) => msg === 'strategy changed: reload to apply');
    expect(String(changed!['files'])).to.match(/strategies\/walker\.js$/);
    expect(changed).to.include({ remedy: 'SIGHUP or POST /reload' });
    files.serve('prefix: /a, strategy: walker');
    await host.logged(({ msg }) => msg === 'configuration changed: reload to apply');
    expect(await (await fetch(`${host.url}/a`)).json()).to.include({ color: '#000004' });
    await killProcesses();

    const watched = writeHost();
    const watching = await spawnHost(watched.config, {}, ['--reload']);
    watched.write('strategies/walker.js', walks('up'));
    await watching.logged(({ msg }) => msg === 'configuration reloaded');
    expect(await (await fetch(`${watching.url}/a`)).json()).to.include({ color: '#000002' });
    watched.serve('prefix: /a, strategy: walker', 'prefix: /new, strategy: fresh');
    await watching.logged(({ msg }) => msg.startsWith('configuration not reloaded'));
    watched.write('strategies/fresh.js', walks('down'));
    await watching.logged(({ msg }) => msg === 'configuration reloaded', 2);
    expect((await fetch(`${watching.url}/new`)).status).to.equal(200);
  });

  it('loses no turn and refuses no connection while it is reloaded again and again', async () => {
    const files = writeHost();
    const host = await spawnHost(files.config);
    const engines = [createArenaEngine('arena'), createArenaEngine('cli')];
    const lost: string[] = [];
    const isOver = new AbortController();
    let [turns, games] = [0, 0];
    const play = async (index: number): Promise<void> => {
      for (let game = 0; !isOver.signal.aborted; game++) {
        const urls = [`${host.url}/a`, `${host.url}/b`, `${host.url}/a`];
        await engines[index % 2]!.play(urls, {
          seed: `reload ${index} ${game}`,
          ruleset: 'wrapped',
          timeout: TIMEOUT,
          maxTurns: 40,
          watchers: [
            {
              async played({ frame, replies }) {
                for (const reply of replies) {
                  if (reply === undefined) continue;
                  turns += 1;
                  if (reply.move === undefined) lost.push(`turn ${frame.turn}: ${reply.problem}`);
                }
                await wait(5);
              },
              remarked: (seat, remark) => void lost.push(`${urls[seat]}: ${remark}`),
            },
          ],
        });
        games += 1;
      }
    };
    const playing = Promise.all([0, 1, 2, 3].map(play));

    const outcomes: unknown[] = [];
    const a = 'prefix: /a, strategy: walker';
    for (let round = 0; round < 30; round++) {
      const b = `prefix: /b, strategy: other, options: { move: ${round % 2 === 0 ? 'up' : 'left'} }`;
      if (round % 5 === 1) files.write('strategies/walker.js', walks(round % 2 === 0 ? 'up' : 'down'));
      if (round % 5 === 2) files.serve(a, b, `prefix: /c${round}, strategy: walker`);
      else if (round % 5 === 3) files.serve(a, b, 'prefix: /broken, strategy: nowhere');
      else files.serve(a, b);
      outcomes.push((await reload(host))['outcome']);
      const target = turns + 20;
      await until(() => turns >= target);
    }
    isOver.abort();
    await playing;
    for (const engine of engines) engine.close();
    expect(lost).to.deep.equal([]);
    expect(host.lines.filter(isCaused)).to.deep.equal([]);
    expect(outcomes.filter((outcome) => outcome === 'failed')).to.have.lengthOf(6);
    expect(outcomes.filter((outcome) => outcome === 'applied').length).to.be.above(20);
    expect([games > 4, turns > 500]).to.deep.equal([true, true]);
    await until(async () => (await snakesOf(host)).every(({ isRetired }) => !isRetired));
    const left = await snakesOf(host);
    expect(left.map(({ prefix, games: open }) => [prefix, open.length])).to.deep.equal([
      ['/a', 0],
      ['/b', 0],
    ]);
    // Each snake has at most two children, for games that overlap.
    for (const { children } of left) expect(children.length).to.be.below(3);
  });
});
