/** Snakes that are commands, on a real host: mounted, reloaded, compared and kept as strategies are. */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createArenaEngine } from '../../support/arena-engine.js';
import { commandSnake } from '../../support/command-snakes.js';
import { isRunning, killProcesses, runCli, spawnHost } from '../../support/host-process.js';
import { until } from '../../support/soon.js';
import { writeYamlHost } from '../../support/yaml-host.js';
import { WalkingSnake } from '../../support/walking-snake.js';

/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

interface Written {
  readonly folder: string;
  readonly config: string;
  write(file: string, content: string): void;
}

/** A folder with programs and a configuration, whose snakes are lines of YAML. */
function writeHost(
  programs: Readonly<Record<string, string>>,
  snakes: readonly string[],
  more = 'journal: off',
): Written {
  const config = writeYamlHost(snakes, programs, more);
  const folder = path.dirname(config);
  return {
    folder,
    config,
    write: (file, content) => writeFileSync(path.join(folder, file), content),
  };
}

const program = (move: string) => commandSnake({ answers: `{ move: '${move}', shout: String(process.pid) }` });
const NODE = JSON.stringify(process.execPath);

const isLost = ({ msg }: { readonly msg: string }) => msg === 'turn lost';

describe('a host of commands', () => {
  afterEach(killProcesses);

  it('serves one with its looks and options, and shows no more of its words than a name', async () => {
    const snake = commandSnake({
      answers: `{ move: 'up', shout: JSON.stringify([options, process.argv[2], Object.keys(process.env).includes('SECRET'), process.env.SHOWN]) }`,
      hello: {
        looks: { color: '#00ff00', head: 'fang', author: 'me' },
        options: { properties: { depth: { type: 'number', default: 3 }, far: { type: 'boolean', default: false } } },
      },
    });
    const { config } = writeHost({ 'snakes/mine.mjs': snake }, [
      `prefix: /mine, command: [${NODE}, mine.mjs, --fast], cwd: snakes, customization: { color: '#0000ff' }, options: { depth: 5 }, env: [SHOWN]`,
    ]);
    const host = await spawnHost(config, { SECRET: 'x', SHOWN: 'y' });
    expect(await (await fetch(`${host.url}/mine`)).json()).to.include({ color: '#0000ff', head: 'fang', author: 'me' });
    const { shout } = await new WalkingSnake({ url: `${host.url}/mine`, timeout: TIMEOUT }).move();
    expect(JSON.parse(shout!)).to.deep.equal([{ depth: 5, far: false }, '--fast', false, 'y']);
    const [status] = await host.snakes();
    expect(status).to.include({ strategy: 'mine.mjs', isolation: 'process' });
    expect(status!.children.map(({ state }) => state)).to.deep.equal(['idle']);
  });

  it('does not start while one cannot be loaded, and says what it wrote last', async () => {
    const broken = `console.error('a warning'); console.error('no model is here'); process.exit(3);`;
    const { config } = writeHost({ 'mine.mjs': broken, 'mute.mjs': 'setInterval(() => {}, 1000)' }, [
      `prefix: /a, command: [${NODE}, mine.mjs]`,
      `prefix: /b, command: [${NODE}, mute.mjs]`,
    ]);
    const { code, stderr } = await runCli(['serve', '--config', config]);
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /snakes\.yaml:4:\d+ snake "\/a": command ".* mine\.mjs": the process exited with code 3\. It wrote last: "no model is here"/,
    );
    expect(stderr).to.match(
      /snakes\.yaml:5:\d+ snake "\/b": .*not loaded after 5000 ms\. Does it read its input, say "hello", and flush its output\?/,
    );
  });

  it('takes over its files when they change, and ends running games with the old process', async () => {
    const files = writeHost({ 'mine.mjs': program('left'), 'other.mjs': program('left') }, [
      `prefix: /mine, command: [${NODE}, mine.mjs]`,
      `prefix: /other, command: [${NODE}, other.mjs]`,
    ]);
    const host = await spawnHost(files.config, {}, ['--reload']);
    const game = new WalkingSnake({ url: `${host.url}/mine`, timeout: TIMEOUT });
    const { shout: before } = await game.move();
    files.write('mine.mjs', program('up'));
    const [reloaded] = await host.logged(({ msg }) => msg === 'configuration reloaded');
    expect(reloaded).to.deep.include({ changed: ['/mine'] });
    const after = await new WalkingSnake({ url: `${host.url}/mine`, timeout: TIMEOUT }).move();
    expect(after).to.include({ move: 'up' }).and.not.include({ shout: before });
    expect(await game.move()).to.include({ move: 'left', shout: before });
    expect(host.lines.filter(isLost)).to.deep.equal([]);
    await game.end();
    await until(() => !isRunning(Number(before)));
  });

  it('gives each game a process if the snake plays one at a time', async () => {
    const one = commandSnake({
      answers: `{ move: 'up', shout: [process.pid, games.size].join() }`,
      hello: { games: 'one' },
    });
    const { config } = writeHost({ 'one.mjs': one }, [`prefix: /one, command: [${NODE}, one.mjs], processes: 2`]);
    const host = await spawnHost(config);
    const games = [1, 2, 3].map(() => new WalkingSnake({ url: `${host.url}/one`, timeout: TIMEOUT }));
    const [first, second] = [await games[0]!.move(), await games[1]!.move()];
    expect(first.shout).to.match(/,1$/);
    expect(second.shout).to.match(/,1$/).and.not.equal(first.shout);
    expect((await games[2]!.move()).shout).to.equal(undefined);
    await host.logged(({ reason }) => /plays one game/.test(String(reason)));
    await games[0]!.end();
    await host.logged(({ line }) => line === 'the game is over');
    expect((await games[2]!.move()).shout).to.equal(first.shout);
  });

  it('keeps its games, compares it in an experiment and asks it as a shadow', async () => {
    const notes = commandSnake({ answers: `{ move: 'up', note: { score: games.size } }` });
    const files = writeHost(
      { 'up.mjs': notes, 'down.mjs': commandSnake({ answers: `{ move: 'down' }` }) },
      [`prefix: /up, command: [${NODE}, up.mjs]`, `prefix: /down, command: [${NODE}, down.mjs], version: '7'`],
      `experiments:
  - { prefix: /live, name: live, base: /up, candidate: /down }
  - { prefix: /shadowed, name: shadowed, base: /up, candidate: /down, shadow: true }
journal: { path: games.db }`,
    );
    const host = await spawnHost(files.config);
    const engine = createArenaEngine('arena');
    try {
      await engine.play(
        ['/live', '/shadowed', '/up'].map((prefix) => host.url + prefix),
        { timeout: TIMEOUT },
      );
    } finally {
      engine.close();
    }
    const games = await host.endedGames(3);
    const up = games.find(({ snake }) => snake === '/up')!;
    expect(up).to.include({ strategy: 'up.mjs' });
    const shadowed = games.find(({ snake }) => snake === '/shadowed')!;
    await until(async () => {
      const full = await host.game(shadowed.id);
      return full.list.length > 0 && full.list.every(({ shadow }) => shadow !== undefined);
    });
    const full = await host.game(up.id);
    expect(full.list[0]!.answer.note).to.deep.equal({ score: 1 });
  });
});
