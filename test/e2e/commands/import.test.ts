/**
 * Games of another engine, imported while a host has the journal open: listed at once, replayed, explained, asked
 * again.
 */
import type { Report } from '../../../src/views/report-lines.js';
import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixture, inRepository } from '../../support/fixtures.js';
import { closeEngines, engineOf, playFrames, serveEngine, type FramedGame } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import {
  killProcesses,
  runCli,
  spawnHost,
  writeConfig,
  writeFolder,
  type HostProcess,
} from '../../support/host-process.js';

/** A duel that one snake wins. */
function playWonGame(): FramedGame {
  for (let seed = 1; ; seed++) {
    const played = playFrames({ seed, snakes: snakesNamed(2) });
    if (played.frames.at(-1)!.Snakes.some(({ Death }) => Death === null)) return played;
  }
}

describe('importing games', function () {
  this.timeout(240_000);
  const played = playWonGame();
  const id = encodeURIComponent(played.game.ID);
  const loser = played.frames.at(-1)!.Snakes.find(({ Death }) => Death !== null)!;
  let folder: string;
  let host: HostProcess;
  let base: string;
  before(async () => {
    folder = writeFolder({ 'greedy.ts': readFileSync(inRepository('strategies/greedy.ts'), 'utf8') });
    const journal = { path: join(folder, 'games.db') };
    const snakes = [{ prefix: '/greedy', strategy: 'greedy' }];
    host = await spawnHost({ strategies: folder, snakes, journal });
    base = await serveEngine(engineOf(played));
  });
  after(async () => {
    closeEngines();
    await killProcesses();
  });

  it('names the snakes to choose from', async () => {
    const { stderr, code } = await host.cli('import', `${base}/games/${id}`);
    expect(stderr).to.equal(`${base}/games/${id} has 2 snakes: Snake a, Snake b. Name yours with --you.\n`);
    expect(code).to.equal(1);
  });

  it('keeps a game once, and the host shows it at once, marked', async () => {
    const link = `https://board.example/?game=${id}&engine=${encodeURIComponent(base)}`;
    const flags = ['--you', loser.Name, '--prefix', '/greedy'];
    const { stdout, stderr, code } = await host.cli(
      'import',
      link,
      'nowhere.json',
      fixture('games/duel.jsonl'),
      ...flags,
    );
    expect(stderr, stderr).to.match(
      /^nowhere\.json is a file that does not exist\.\n.*duel\.jsonl has no snake "Snake/,
    );
    expect(stdout).to.match(/^http:.*: imported as [0-9a-f]{16}: \/greedy against Snake ., lost after \d+ turns?, /);
    expect(stdout).to.include('; not known: strategy, answers, times, moment\n');
    expect(code).to.equal(1);

    const games = await host.games();
    expect(games).to.have.lengthOf(1);
    const { cause, imported, strategy, moved } = games[0]!;
    expect({ cause, imported, strategy, moved }).to.deep.equal({
      cause: loser.Death!.Cause,
      imported: { from: `${base}/games/${id}`, unknown: ['strategy', 'answers', 'times', 'moment'] },
      strategy: '',
      moved: 0,
    });
    const game = await host.game(games[0]!.id);
    expect(game.list[0]!.answer).to.deep.equal({ kind: 'seen', move: played.moves[0]![loser.ID] });
    expect(game.list[0]).to.not.have.any.keys('budget', 'overhead');
    expect(game.list[0]!.feedback).to.deep.equal({ used: 'unknown', latency: '12' });

    const again = await host.cli('import', link, ...flags);
    expect([again.stdout, again.code]).to.satisfy(
      ([text, exit]: [string, number]) => / is kept already as /.test(text) && exit === 0,
    );
    expect(await host.games()).to.have.lengthOf(1);
    const report = await host.ask<Report>('/api/report');
    expect(report.lines).to.have.lengthOf(1);
    expect(report.lines[0]).to.deep.include({
      snake: '/greedy',
      strategy: '',
      games: 1,
      answers: 0,
      took: {},
      latency: {},
    });
    expect(report.verdicts).to.deep.equal([]);
  });

  it('is replayed, explained and asked again like a game that was played here', async () => {
    const replay = await host.cli('replay', 'last', '--turn', '0', '--ask', '/greedy');
    expect(replay.stdout).to.match(
      new RegExp(`Snake ${loser.ID} \\(you\\) [^]*went ${played.moves[0]![loser.ID]}, latency`),
    );
    expect(replay.stdout).to.match(/then +today\nwent .* moved /);
    const brief = ['--longer', '1', '--nodes', '200'];
    const explained = await host.cli('analyse', 'last', '--json', ...brief);
    expect(JSON.parse(explained.stdout)[0]).to.deep.include({ cause: loser.Death!.Cause, died: loser.Death!.Turn });

    const asking = await host.cli('analyse', '--lost', '--imported', '--timeout', '1s', ...brief);
    expect([asking.stderr, asking.code]).to.deep.equal(['', 0]);
    expect(asking.stdout).to.match(
      /^[0-9a-f]{16}: \/greedy against .*\nlost after \d+ turns, .*\n[^]*\n\/greedy answers \d+ of \d+ turns? better now\./,
    );
    const fixtureFile = join(folder, 'first.txt');
    expect((await host.cli('replay', 'last', '--turn', '0', '--position', fixtureFile)).code).to.equal(0);
    const filledIn = readFileSync(fixtureFile, 'utf8').replace('allowed:', 'allowed: up down left right');
    const asked = writeFolder({});
    writeFileSync(join(asked, 'first.txt'), filledIn);
    expect((await host.cli('positions', asked, '/greedy')).stdout).to.match(/1 of 1 correct/);
    expect(readdirSync(folder)).to.include('games.db');
  });
});

describe('second thoughts on a file', () => {
  it('asks the snake that is named for the turns of the one that died', async () => {
    const config = writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }] });
    const file = fixture('games/duel.jsonl');
    const second = 'bc1a4422-b7bf-4c0a-a1f0-2617a2250b09';
    const text = readFileSync(file, 'utf8').replaceAll(`${second}","name":"random"`, `${second}","name":"other"`);
    const named = join(writeFolder({ 'named.jsonl': text }), 'named.jsonl');
    const cli = (...args: readonly string[]) => runCli(['analyse', ...args, '--nodes', '200', '--config', config]);
    const alive = await cli(named, '--ask', '/good');
    expect(alive.code).to.equal(0);
    expect(alive.stdout)
      .to.match(/^9bfde4e9-/)
      .and.not.include('last chance');
    const unknown = await cli(named, '--you', 'other', '--timeout', '1s');
    expect(unknown.stderr).to.match(/^--ask is missing: the file names no snake/);
    const known = await cli(file, '--you', 'random', '--timeout', '1s');
    expect([known.stderr, known.code]).to.deep.equal(['', 0]);
    expect(known.stdout).to.match(/\nrandom answers \d+ of \d+ turns? better now\./);
    const { stdout, stderr, code } = await cli(named, '--you', 'other', '--ask', '/good');
    expect([stderr, code]).to.deep.equal(['', 0]);
    expect(stdout).to.match(/^9bfde4e9-.*: other against .*\nother .+ on turn 25; .*\nThe last chance was on turn \d+/);
    expect(stdout).to.match(/\n\/good answers \d+ of \d+ turns? better now\. It (takes|misses) the last chance\.\n/);
  });
});

describe('analysing a recording of the official command-line tool', () => {
  it('rates each step that its boards show, as for the same game imported', async () => {
    const folder = writeFolder({});
    const config = writeConfig({
      snakes: [{ prefix: '/good', strategy: 'good' }],
      journal: { path: join(folder, 'games.db') },
    });
    const lines = readFileSync(fixture('games/duel.jsonl'), 'utf8').trim().split('\n');
    const bare = lines.map((line) => {
      const { moves: _, latencies: __, deaths: ___, turns: ____, ...rest } = JSON.parse(line) as Record<string, object>;
      return JSON.stringify(rest).replace('"version":"serpentarium"', '"version":"cli"');
    });
    const file = join(folder, 'cli.jsonl');
    writeFileSync(file, bare.join('\n'));
    const loser = 'bc1a4422-b7bf-4c0a-a1f0-2617a2250b09';
    const analyse = async (game: string, ...words: readonly string[]) => {
      const flags = ['--nodes', '200', '--json', '--config', config];
      const { stdout, stderr, code } = await runCli(['analyse', game, ...words, ...flags]);
      expect([stderr, code]).to.deep.equal(['', 0]);
      return (JSON.parse(stdout) as [{ turns: readonly { turn: number }[] }])[0];
    };
    const { turns } = await analyse(file, '--you', loser);
    expect(turns.map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 24 }, (_, turn) => turn));
    expect((await runCli(['import', file, '--you', loser, '--config', config])).code).to.equal(0);
    expect((await analyse('last')).turns).to.deep.equal(turns);
    const page = await runCli(['replay', file, '--you', loser, '--turn', '24', '--config', config]);
    expect(page.stdout).to.match(/\nturn 24\n( [.*AaBb]){7}\n/);
  });
});
