/** The commands that read a journal, as people type them, while the host still writes it. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GameRow } from '../../../src/views/game-rows.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import {
  killProcesses,
  runCli,
  spawnHost,
  writeConfig,
  writeFolder,
  type HostProcess,
} from '../../support/host-process.js';

/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 5000;

describe('commands that read a journal', () => {
  const engine = createArenaEngine('cli');
  let folder: string;
  let host: HostProcess;
  let greedy: GameRow;
  let constant: GameRow;
  before(async () => {
    folder = writeFolder({});
    const snakes = ['greedy', 'constant'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const journal = { path: join(folder, 'games.db') };
    host = await spawnHost({ strategies: inRepository('strategies'), snakes, journal });
    await engine.play([`${host.url}/greedy`, `${host.url}/constant`], { timeout: TIMEOUT });
    const games = await host.endedGames(2);
    greedy = games.find(({ snake }) => snake === '/greedy')!;
    constant = games.find(({ snake }) => snake === '/constant')!;
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  /** Runs a command that must write nothing to standard error, where Node would warn about its SQLite module. */
  async function outputOf(command: string, ...args: string[]): Promise<string> {
    const { stdout, stderr, code } = await host.cli(command, ...args);
    expect([stderr, code]).to.deep.equal(['', 0]);
    return stdout;
  }

  it('report how each snake did', async () => {
    expect(await outputOf('report')).to.match(/^\/greedy .* 1 {6}1\/0\/0\/0 /m);
    expect(JSON.parse(await outputOf('report', '--json', '--prefix', '/greedy')).lines).to.have.lengthOf(1);
  });

  it('replay a game to its final board and result', async () => {
    const pages = (await outputOf('replay', greedy.id)).trimEnd().split('\n\n');
    expect(pages[0]).to.match(/^[0-9a-f]{16}: \/greedy against snake 2, standard on standard\nturn 0\n( [.*AB]){11}\n/);
    expect(pages.at(-1))
      .to.include(' B  snake 2        died on turn')
      .and.match(/\nwon after \d+ turns, rank 1 of 2$/);
  });

  it('ask the strategy again, and write the turn as a position that passes or fails', async () => {
    const output = await outputOf('replay', greedy.id, '--turn', '2');
    const [, answer] = /^then +today\nanswered \w+ .* moved (\w+) in [\d.]+ ms$/m.exec(output)!;
    const file = join(folder, 'position.txt');
    await outputOf('replay', greedy.id, '--turn', '2', '--position', file);
    const again = () => host.cli('positions', file, '/greedy');
    const undecided = await again();
    expect(undecided.code).to.equal(2);
    expect(undecided.stderr).to.match(/neither allows nor forbids/);
    const written = readFileSync(file, 'utf8');
    for (const [line, code] of [
      ['allowed:', 0],
      ['forbidden:', 1],
    ] as const) {
      writeFileSync(file, written.replace(line, `${line} ${answer}`));
      expect(await again()).to.include({ code, stderr: '' });
    }
  });

  it('explain a death by the last turn with a way out', async () => {
    const flags = ['--longer', '3', '--nodes', '200'];
    expect(await outputOf('analyse', constant.id, ...flags)).to.match(
      /^The last chance was on turn \d+: .+ would have led to turn \d+ against the moves that were played\. It went \w+\.\nturn \d+\n/m,
    );
    const [explained] = JSON.parse(await outputOf('analyse', constant.id, ...flags, '--json'));
    expect(explained).to.deep.include({ id: constant.id, cause: constant.cause, died: constant.died });
    const won = await outputOf('analyse', greedy.id, ...flags);
    expect(won).to.include(`\nwon after ${greedy.turns} turns, `).and.not.include('last chance');
  });

  it('list the games, with short ids that the other commands take, as they take "last"', async () => {
    const rows = (await outputOf('games')).trimEnd().split('\n');
    expect(rows[0]).to.match(/^id +began +snake +result +against$/);
    expect(rows.slice(1).join('\n')).to.match(new RegExp(`^${greedy.id.slice(0, 8)} .* /greedy +won after`, 'm'));
    expect(JSON.parse(await outputOf('games', '--json', '--result', 'loss')).games).to.deep.equal([constant]);
    expect(await outputOf('games', '--opponent', 'snake 1', '--result', 'win')).to.match(/^No game matches\. /);
    const byPrefix = await outputOf('replay', constant.id.slice(0, 8));
    expect(await outputOf('replay', 'last', '--you', '/constant')).to.equal(byPrefix);
    const explained = await outputOf('analyse', 'last', '--you', '/constant', '--nodes', '200');
    expect(explained).to.include(`${constant.id}: /constant`);
  });

  it('refuse a name that is neither in the journal nor in the configuration', async () => {
    const args = ['--prefix', 'gredy', '--opponent', 'snak 2'];
    for (const command of ['report', 'games']) {
      const { stderr, code } = await host.cli(command, ...args);
      expect([stderr, code]).to.deep.equal([
        '--prefix "gredy" is not in the journal. Did you mean "/greedy"?\n' +
          '--opponent "snak 2" is not in the journal. Did you mean "snake 2"?\n',
        2,
      ]);
    }
    expect(await outputOf('report', '--experiment', 'x').catch(() => 'refused')).to.equal('refused');
    expect(await outputOf('report', '--gametype', 'royale')).to.match(/^No finished game of a served snake matches\./);
  });

  it('draw a turn after the strategy was deleted', async () => {
    const other = writeConfig({
      strategies: inRepository('strategies'),
      snakes: [{ prefix: '/cautious', strategy: 'cautious' }],
      journal: { path: join(folder, 'games.db') },
    });
    const { stdout, stderr, code } = await runCli(['replay', greedy.id, '--turn', '2', '--config', other]);
    expect(stdout).to.match(/^[0-9a-f]{16}: .*\nturn 2\n/);
    expect(code).to.equal(0);
    expect(stderr).to.match(/^\n\/greedy cannot be asked: /);
  });

  it('draw a turn of a file, and explain a file', async () => {
    const file = join(folder, 'game.jsonl');
    await outputOf('play', '--snake', 'cautious', '--snake', 'constant', '--seed', '1', '--output', file);
    expect(await outputOf('replay', file, '--turn', '1')).to.match(/: cautious against constant, .*\nturn 1\n/);
    expect(await outputOf('replay', file, '--turn', '1', '--ask', 'constant')).to.match(/^then +today\n.* moved \w+/m);
    const explained = await outputOf('analyse', file, '--you', 'constant', '--nodes', '200');
    expect(explained).to.match(
      /: constant against cautious, .*\nconstant .+; won by cautious .*\nThe last chance was /,
    );
    for (const args of [['replay', '--turn', '1'], ['analyse']]) {
      const { stderr, code } = await host.cli(...args, file, '--you', 'cautions');
      expect([stderr, code]).to.deep.equal([
        `--you "cautions" does not play in ${file}. Did you mean "cautious"?\n`,
        2,
      ]);
    }
  });
});
