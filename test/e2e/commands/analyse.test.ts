/** From games of a real host to an explanation: on the terminal, in the journal, in replays. */
import { expect } from 'chai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { GameList, GameRow } from '../../../src/views/game-rows.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { killProcesses, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';

/** Goes where it is safe until turn 12, and then into the nearest wall or body. */
const BLUNDERER = `
import { legalMoves, safeMoves } from 'serpentarium';
export const customization = {};
export function move({ turn }, { position, seat }) {
  const legal = legalMoves(position, seat);
  const deadly = ['up', 'down', 'left', 'right'].find((each) => !legal.includes(each));
  return turn >= 12 && deadly ? deadly : (safeMoves(position, seat)[turn % 2] ?? legal[0]);
}`;

/** Goes where it is safe. */
const WALKER = `
import { legalMoves, safeMoves } from 'serpentarium';
export const customization = {};
export const move = (turn, { position, seat }) => safeMoves(position, seat)[0] ?? legalMoves(position, seat)[0];`;

describe('analysing games', function () {
  this.timeout(120_000);
  const engine = createArenaEngine('cli');
  let folder: string;
  let host: HostProcess;
  let lost: GameRow;
  const analyse = (...args: string[]) => host.cli('analyse', ...args, '--nodes', '2000');

  before(async () => {
    folder = writeFolder({ 'blunderer.js': BLUNDERER, 'walker.js': WALKER });
    const snakes = ['blunderer', 'walker'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    host = await spawnHost({ strategies: folder, snakes, journal: { path: join(folder, 'games.db') } });
    await engine.play([`${host.url}/blunderer`, `${host.url}/walker`], { timeout: 2000, seed: 'analysed' });
    lost = (await host.endedGames(2)).find(({ snake }) => snake === '/blunderer')!;
    expect(lost).to.include({ result: 'loss' });
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  it('finds the blunder of a lost game, and shows it in replays from then on', async () => {
    const { stdout, code } = await analyse('--lost', '--since', '7d');
    expect(code).to.equal(0);
    const turn = lost.died! - 1;
    expect(stdout).to.match(new RegExp(`^${lost.id}: /blunderer against .*\nlost after ${lost.turns} turns, `));
    expect(stdout).to.match(new RegExp(`, 2000 nodes each: [1-9]\\d* blunders?, \\d+ mistakes?, \\d+ inaccurac`));
    expect(stdout).to.match(new RegExp(`\\n${turn} +blunder +(up|down|left|right) +loss by ${lost.died} `));

    const replay = await host.cli('replay', lost.id, '--turn', String(turn));
    expect(replay.stdout).to.match(
      new RegExp(
        `\\nanalysis: .*, depth \\d+: [↑↓←→ ]+; blunder: \\w+, loss can be forced by turn ${lost.died}, gave away \\d+ points\\n`,
      ),
    );
  });

  it('finds the same again, and keeps what it found', async () => {
    const [one] = JSON.parse((await analyse(lost.id, '--concurrency', '3', '--json')).stdout);
    const [same] = JSON.parse((await analyse(lost.id, '--json')).stdout);
    expect(one).to.include({ id: lost.id, snake: '/blunderer', nodes: 2000 });
    expect(one.turns.at(-1)).to.deep.include({ turn: lost.died! - 1, mark: 'blunder' });
    expect(same).to.deep.equal(one);
    const more = ['analyse', lost.id, '--nodes', '2500', '--concurrency', '1', '--json'];
    const [other] = JSON.parse((await host.cli(...more)).stdout);
    expect(other).to.include({ nodes: 2500 });
    const [again] = JSON.parse((await analyse(lost.id, '--concurrency', '1', '--json')).stdout);
    expect(again.at).to.be.above(one.at);
    expect(again.turns).to.deep.equal(one.turns);
  });

  it('shows its findings if the journal cannot keep them, with a warning', async () => {
    const { db } = await openDatabase(join(folder, 'games.db'), 'import');
    try {
      const refuse = sql.raw(`begin select raise(abort, 'nothing fits in'); end`);
      await sql`create trigger refusing before update of analysis on games ${refuse}`.execute(db);
      const { stdout, stderr, code } = await host.cli('analyse', lost.id, '--nodes', '900');
      expect(stdout).to.match(new RegExp(`^${lost.id}: /blunderer .*\\nlost [^]*\\n\\d+ turns, 900 nodes each: `));
      expect(stderr).to.match(new RegExp(`^could not save the analysis of ${lost.id}: .*nothing fits in\\n$`));
      expect(code).to.equal(1);
    } finally {
      await sql`drop trigger refusing`.execute(db);
      await db.destroy();
    }
  });

  it('draws the last chance, and lists what the search thought of it first', async () => {
    const { stdout } = await analyse(lost.id, '--longer', '2');
    const [, turn] =
      /\nThe last chance was on turn (\d+): .+ would have led to turn \d+ against the moves that were played\. It went \w+\.\nturn \1\n( [.*AaBb]){11}\n/.exec(
        stdout,
      )!;
    expect(stdout).to.match(new RegExp(`\nturn  mark .*\n${turn} +(blunder|mistake|inaccuracy|last chance) +`));
    expect(stdout).not.to.include('\nanalysis: ');
    const [found] = JSON.parse((await analyse(lost.id, '--longer', '2', '--json')).stdout);
    expect(found).to.deep.include({ id: lost.id, result: 'loss', cause: lost.cause, died: lost.died });
    expect(found.chance.turn).to.equal(Number(turn));
  });

  it('groups lost games by what went wrong, with a drawn case and a test of each', async () => {
    const fixtures = join(folder, 'grouped');
    const groups = ['analyse', '--lost', '--groups', '--longer', '2'];
    const { stdout, code } = await host.cli(...groups, '--positions', fixtures);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^1 of 1 lost game: it ran into \w+( \w+)? next to a free cell\nagainst .+ 1; standard 1\n/,
    );
    expect(stdout).to.match(
      new RegExp(`\\n${lost.id}: /blunderer .*\\nThe last chance was on turn \\d+.*\\nturn \\d+\\n`),
    );
    const [, file] = /\nThe last chance is in (.*)\.\n/.exec(stdout)!;
    expect((await host.cli('positions', file!, '/walker')).code).to.equal(0);
    const [group] = JSON.parse((await host.cli(...groups, '--json')).stdout);
    expect(group.games).to.deep.equal([lost.id]);
    expect(group.found).to.include({ died: lost.died });
    const refused = await host.cli(...groups, '--ask', '/walker');
    expect([refused.code, refused.stderr]).to.deep.equal([
      2,
      '--groups asks no snake again: leave out --ask and --timeout.\n',
    ]);
    const none = await host.cli('analyse', '--lost', '--groups', '--opponent', 'nobody-at-all');
    expect(none.stdout + none.stderr).to.match(/nobody-at-all|No lost game matches/);
  });

  it('takes several games, also games that were not lost', async () => {
    const { games } = JSON.parse((await host.cli('games', '--json')).stdout) as GameList;
    const ids = games.map(({ id }) => id);
    const { stdout, code } = await analyse(...ids);
    expect(code).to.equal(0);
    expect(stdout.match(/^[0-9a-f]{16}: .*\n(won|lost) after /gm)).to.have.lengthOf(2);
    expect(stdout.match(/^The last chance was/gm)).to.have.lengthOf(1);
    expect(stdout).not.to.match(/^turn \d+$/m);
  });

  it('takes a position: a fixture, or the body of a request', async () => {
    const turn = String(lost.died! - 1);
    const fixture = join(folder, 'blunder.txt');
    await host.cli('replay', lost.id, '--turn', turn, '--position', fixture);
    const { stdout, code } = await analyse(fixture);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^move +worth +depth +line\n/);
    expect(stdout).to.match(new RegExp(`\\n\\w+ +loss by ${lost.died} +0 *\\n`));
    const moves = stdout.trim().split('\n').slice(1);
    expect(moves.map((line) => line.split(' ')[0])).to.have.members(['up', 'down', 'left', 'right']);

    const request = join(folder, 'request.json');
    const { stdout: json } = await analyse(fixture, '--json');
    writeFileSync(request, /^request: (.*)$/m.exec(readFileSync(fixture, 'utf8'))![1]!);
    expect(JSON.parse((await analyse(request, '--json')).stdout)).to.deep.equal(JSON.parse(json));
  });

  it('refuses what it cannot do, in a sentence', async () => {
    const both = await analyse('last', '--lost');
    expect([both.stderr, both.code]).to.deep.equal([
      'analyse takes either games or --lost. "serpentarium games" lists the games.\n',
      2,
    ]);
    const fixture = join(folder, 'blunder.txt');
    expect(existsSync(fixture)).to.equal(true);
    expect(await analyse(fixture, '--lost')).to.deep.include({ stderr: both.stderr, code: 2 });
    expect(await analyse('nothing')).to.include({ code: 2, stdout: '' });
    const refused: [string[], string][] = [
      [['last', '--since', '7d'], 'analyse filters games only with --lost. Did you mean "--you"?'],
      [[''], '"" is neither a file nor a game in the journal. "serpentarium games" lists the games.'],
      [['last', fixture], `${fixture} is one position, not a game: analyse it alone.`],
      [
        [fixture, '--ask', 'walker'],
        `${fixture} is one position, not a game. "serpentarium positions" asks a snake about it.`,
      ],
    ];
    for (const [args, message] of refused)
      expect(await analyse(...args)).to.deep.include({ stderr: `${message}\n`, code: 2 });
    const { stderr, code } = await analyse(lost.id, '--positions', '/dev/null/nowhere');
    expect(stderr).to.match(
      /^--positions "\/dev\/null\/nowhere\/.*\.txt" cannot be written: is not in a directory\.$/m,
    );
    expect(code).to.equal(2);
  });
});
