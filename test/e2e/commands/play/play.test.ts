import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Command } from 'commander';
import { addCommand } from '../../../../src/commands/all-commands.js';
import { readRequest } from '../../../../src/wire/reader.js';
import { fixture, inRepository } from '../../../support/fixtures.js';
import { killProcesses, runCli, writeFolder } from '../../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';

/** Runs the command line in the repository, without a terminal. */
async function serpentarium(...args: string[]) {
  const { code, stdout: out, stderr: err } = await runCli(args);
  return { code, out, err };
}

/** What `play` prints about a wrong command line. Runs in this process, because the tests call it often. */
async function refusalOf(...args: string[]): Promise<string> {
  let written = '';
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => (written += text) });
  await addCommand(program, 'play');
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync(['play', ...args], { from: 'user' });
    return 'nothing';
  } catch (thrown) {
    return written === '' ? (thrown as Error).message : written;
  }
}

describe('serpentarium play', () => {
  after(killProcesses);
  let folder = '';
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'serpentarium-play-'))));
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(closeHttpSnakes);

  it('plays a strategy, a configured snake and a URL against each other, and prints the result', async () => {
    const remote = await serveHttpSnake();
    const snakes = ['--snake', 'greedy', '--snake', remote.url.href, '-n', 'far', '--snake', '/constant'];
    const { code, out, err } = await serpentarium('play', ...snakes, '-r', '3', '-W', '7', '-H', '7');
    expect(err).to.equal('');
    expect(code).to.equal(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).to.equal('greedy wins after 4 turns.');
    expect(lines.slice(1, 3).map((line) => line.trim().split(/\s+/)[0])).to.have.members(['far', 'constant']);
    expect(lines.slice(3)).to.deep.equal([`Game ${remote.of('end')[0]!.body.game.id}.`, 'Seed 3.']);
    const [first] = remote.of('move');
    expect(first!.body.board.snakes.map(({ name }) => name)).to.deep.equal(['greedy', 'far', 'constant']);
  });

  it('writes the same file when it has the same seed, overwriting what was there', async () => {
    const file = path.join(folder, 'game.jsonl');
    const run = async () => {
      const words = `play --snake random --snake random -r 5 -o ${file} -m royale`;
      const { code } = await serpentarium(...words.split(' '));
      expect(code).to.equal(0);
      return readFile(file, 'utf8');
    };
    const once = await run();
    expect(await run()).to.equal(once);
    const lines = once.trimEnd().split('\n');
    for (const line of lines.slice(1, -1)) readRequest(JSON.parse(line));
    expect(JSON.parse(lines[1]!)).to.deep.include({ turn: 0 });
    expect(lines[1]).to.include('"name":"random 2"');
  });

  it('draws frame after frame without a terminal', async () => {
    const { out } = await serpentarium('play', '--snake', 'constant', '-g', 'solo', '-v', '-r', '1');
    expect(out).to.match(/^turn 0\n( \S){11}\n/);
    expect(out).to.match(/ A {2}constant {2}hit the wall on turn \d+\n\nThe game is over after/);
  });

  it('splits the snakes into two squads, and warns that their rules are not verified', async () => {
    const { out, err } = await serpentarium(...'play --snake cautious --snake constant -g squad -r 2'.split(' '));
    expect(out).to.match(/^Squad "red" wins/);
    expect(err).to.match(/^warning: the rules of squad follow their documentation/);
  });

  it('says who answered no turn itself, and exits with 1', async () => {
    const home = writeFolder({
      'strategies/broken.js': "export const customization = {};\nexport const move = () => 'north';\n",
      'snakes.yaml': 'strategies: strategies\nsnakes: [{ prefix: /broken, strategy: broken }]\n',
    });
    const config = ['--config', path.join(home, 'snakes.yaml')];
    const { code, out, err } = await serpentarium('play', '--snake', 'broken', '-g', 'solo', '-r', '1', ...config);
    expect(out).to.match(/^broken answered none of (\d+) turns itself \(illegal \1\): the safe move played for it\.$/m);
    expect(err.match(/illegal/g)).to.have.lengthOf(1);
    expect(code).to.equal(1);
  });

  it('shows what a strategy prints, while it is imported and in its moves', async () => {
    const home = writeFolder({
      'strategies/prints.js': await readFile(fixture('strategies/prints.js'), 'utf8'),
      'snakes.yaml': 'strategies: strategies\nsnakes: [{ prefix: /prints, strategy: prints }]\n',
    });
    const config = ['--config', path.join(home, 'snakes.yaml')];
    const { code, err } = await serpentarium('play', '--snake', 'prints', '-g', 'solo', '--max-turns', '2', ...config);
    expect(code).to.equal(0);
    expect(err).to.match(/^prints: printed at import$/m);
    for (const line of ['printed on 0', 'and below', 'as an error', 'printed on 1'])
      expect(err).to.match(new RegExp(`^prints: turn [01]: ${line}$`, 'm'));
  });

  it('gives each game with a server its own id, and prints it', async () => {
    const remote = await serveHttpSnake();
    const file = path.join(folder, 'seeded.jsonl');
    const idOf = async (...args: string[]) => {
      const { out } = await serpentarium('play', '-u', remote.url.href, '-r', '5', '-g', 'solo', ...args);
      return /^Game ([0-9a-f-]{36})\.\nSeed 5\.$/m.exec(out)?.[1];
    };
    const [first, second] = [await idOf(), await idOf()];
    expect(remote.of('end').map(({ body }) => body.game.id)).to.deep.equal([first, second]);
    expect(first).not.to.equal(second);
    expect(await idOf('-o', file)).to.equal(await idOf('-o', file));
  });

  it('refuses URLs that nobody answers, all at once, before the game', async () => {
    const empty = await serveHttpSnake(() => ({ status: 404, text: '{}' }));
    const [gone, there] = ['http://127.0.0.1:9/x', `${empty.url.href}nobody`];
    const { code, out, err } = await serpentarium('play', '-u', gone, '-u', there, '--snake', 'greedy');
    expect([code, out]).to.deep.equal([2, '']);
    expect(err.trimEnd().split('\n')).to.deep.equal([
      `--url ${gone} refused the connection. Is it running, and on this port?`,
      `--url ${there} answered with status 404. No snake is there.`,
    ]);
    expect(empty.of('start')).to.deep.equal([]);
  });

  const faulty: [string, string[], RegExp][] = [
    ['a game without snakes', [], /^--snake is missing\. Give at least one --snake or --url\.$/],
    [
      'an unknown map',
      ['--snake', 'greedy', '-m', 'sandart'],
      /^--map "sandart" is not a map\. Did you mean "standard"\?$/,
    ],
    [
      'an unknown ruleset',
      ['--snake', 'greedy', '-g', 'royal'],
      /^--gametype "royal" is not a ruleset\. Did you mean "royale"\?$/,
    ],
    [
      'a size the map does not take',
      ['--snake', 'greedy', '-W', '12', '-m', 'arcade_maze'],
      /^--map Map "arcade_maze" is not made for a board of 12x11: it takes 19x21\.$/,
    ],
    [
      'more snakes than the map takes',
      Array.from({ length: 17 }, () => ['--snake', 'greedy']).flat(),
      /is not made for 17 snakes: it takes 1 to 16\.$/,
    ],
    ['an unknown strategy', ['--snake', 'greddy'], /^--snake strategy "greddy" is not in .* Did you mean "greedy"\?$/],
    [
      'an unknown prefix',
      ['--snake', '/greddy'],
      /^--snake snake "\/greddy" is not in the configuration\. Did you mean "\/greedy/,
    ],
    ['a configuration that is not there', ['--snake', 'greedy', '--config', 'no.yaml'], /^no\.yaml does not exist\./],
    ['a name without a URL', ['--snake', 'greedy', '-n', 'x'], /^--name 1 names for 0 URLs/],
    [
      'squads outside of squad games',
      ['--snake', 'greedy', '--squad', 'x'],
      /^--squad "x": only the game type "squad" has squads\.$/,
    ],
    ['a URL without a scheme', ['-u', 'localhost:80'], /Did you mean "http:\/\/localhost:80"\?/],
    ['a snake behind a flag that may have a port', ['--browser', 'greedy'], /put --browser last\.$/],
    ['a width that is not a number', ['-W', 'wide'], /Expected a whole number from 1 to 100\./],
    ['a seed that is not a number', ['-r', 'x'], /Expected a whole number\./],
    [
      'a file that cannot be written',
      ['--snake', 'greedy', '-o', '/no/such/folder/x'],
      /^\/no\/such\/folder\/x cannot be written: ENOENT/,
    ],
  ];
  for (const [name, args, message] of faulty) {
    it(`refuses ${name}`, async () => {
      expect((await refusalOf(...args)).split('\n')[0]).to.match(message);
    });
  }

  it('reports everything that is wrong with the flags at once', async () => {
    const refusal = await refusalOf('--snake', 'greedy', '-n', 'x', '-m', 'x', '-g', 'y', '--squad', 'z');
    const flags = refusal.split('\n').map((line) => line.split(' ')[0]);
    expect(flags).to.deep.equal(['--name', '--gametype', '--map', '--squad']);
  });

  it('exits with 2 on wrong usage, and prints nothing to standard output', async () => {
    const { code, out, err } = await serpentarium('play', '-m', 'royale');
    expect([code, out, err]).to.deep.equal([2, '', '--snake is missing. Give at least one --snake or --url.\n']);
    const bare = await serpentarium('play', 'greedy', 'cautious');
    const message = 'greedy needs a flag before it. Write "play --snake greedy --snake cautious".\n';
    expect(bare).to.deep.equal({ code: 2, out: '', err: message });
  });

  it('ends the game on Ctrl-C, sends /end to the snakes, and leaves a complete file', async () => {
    const file = path.join(folder, 'stopped.jsonl');
    const remote = await serveHttpSnake(({ action, body }) => {
      if (action === 'move' && body.turn === 2) child.kill('SIGINT');
      return action === 'move' ? { move: ['up', 'left', 'down', 'right'][body.turn % 4] } : undefined;
    });
    const args = ['play', '-u', remote.url.href, '-r', '1', '-W', '19', '-H', '19', '-m', 'empty', '-o', file];
    const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(out).to.match(/^Stopped after \d+ turns?; alive: /);
    expect(code).to.equal(130);
    expect(remote.of('end')).to.have.lengthOf(1);
    const last = (await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)!;
    expect(JSON.parse(last)).to.deep.include({ winnerId: '', isDraw: false });
  });
});

describe('serpentarium maps', () => {
  after(killProcesses);

  it('lists names, boards, numbers of snakes and descriptions', async () => {
    const { code, out } = await serpentarium('maps');
    expect(code).to.equal(0);
    expect(out).to.match(/^map +boards +snakes\nstandard +any +1 to 16\n/);
    expect(out).to.match(/\n\nmap +description\nstandard +Food appears at random on a board without hazards\.\n/);
    const maps = JSON.parse((await serpentarium('maps', '--json')).out) as { map: string; boards: unknown }[];
    const boardsOf = (name: string) => maps.find(({ map }) => map === name)!.boards;
    expect(boardsOf('standard')).to.equal('any');
    expect(boardsOf('healing_pools')).to.deep.include({ width: 11, height: 11 });
  });
});
