/** Snakes that are commands, on a real host. */
import { expect } from 'chai';
import { commandSnake } from '../../support/command-snakes.js';
import { killProcesses, runCli, spawnHost } from '../../support/host-process.js';
import { writeYamlHost } from '../../support/yaml-host.js';
import { WalkingSnake } from '../../support/walking-snake.js';

/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

const NODE = JSON.stringify(process.execPath);

describe('a host of commands', () => {
  afterEach(killProcesses);

  it('serves one with its customization and options, and shows only the name of its command', async () => {
    const snake = commandSnake({
      answers: `{ move: 'up', shout: JSON.stringify([options, process.argv[2], Object.keys(process.env).includes('SECRET'), process.env.SHOWN]) }`,
      hello: {
        customization: { color: '#00ff00', head: 'fang', author: 'me' },
        options: { properties: { depth: { type: 'number', default: 3 }, far: { type: 'boolean', default: false } } },
      },
    });
    const line = `prefix: /mine, command: [${NODE}, mine.mjs, --fast], cwd: snakes, customization: { color: '#0000ff' }, options: { depth: 5 }, env: [SHOWN]`;
    const config = writeYamlHost([line], { 'snakes/mine.mjs': snake });
    const host = await spawnHost(config, { SECRET: 'x', SHOWN: 'y' });
    expect(await (await fetch(`${host.url}/mine`)).json()).to.include({ color: '#0000ff', head: 'fang', author: 'me' });
    const { shout } = await new WalkingSnake({ url: `${host.url}/mine`, timeout: TIMEOUT }).move();
    expect(JSON.parse(shout!)).to.deep.equal([{ depth: 5, far: false }, '--fast', false, 'y']);
    const [status] = await host.snakes();
    expect(status).to.include({ strategy: 'mine.mjs', isolation: 'process' });
    expect(status!.children.map(({ state }) => state)).to.deep.equal(['idle']);
  });

  it('serves one that calls its customization "looks", as before release 2.0', async () => {
    const config = writeYamlHost([`prefix: /mine, command: [${NODE}, mine.mjs]`], {
      'mine.mjs': commandSnake({ hello: { looks: { color: '#00ff00' } } }),
    });
    const host = await spawnHost(config);
    expect(await (await fetch(`${host.url}/mine`)).json()).to.include({ color: '#00ff00' });
  });

  it('does not start while one cannot be loaded, and says what it wrote last', async () => {
    const broken = `console.error('a warning'); console.error('no model is here'); process.exit(3);`;
    const lines = [`prefix: /a, command: [${NODE}, mine.mjs]`, `prefix: /b, command: [${NODE}, mute.mjs]`];
    const config = writeYamlHost(lines, { 'mine.mjs': broken, 'mute.mjs': 'setInterval(() => {}, 1000)' });
    const { code, stderr } = await runCli(['serve', '--config', config]);
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /snakes\.yaml:4:\d+ snake "\/a": command ".* mine\.mjs": the process exited with code 3\. It wrote last:\n  a warning\n  no model is here\n/,
    );
    expect(stderr).to.match(
      /snakes\.yaml:5:\d+ snake "\/b": .*not loaded after 5000 ms\. Does it read its input, say "hello", and flush its output\?/,
    );
  });

  it('gives each game a process if the snake plays one at a time', async () => {
    const one = commandSnake({
      answers: `{ move: 'up', shout: [process.pid, games.size].join() }`,
      hello: { games: 'one' },
    });
    const config = writeYamlHost([`prefix: /one, command: [${NODE}, one.mjs], processes: 2`], { 'one.mjs': one });
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
});
