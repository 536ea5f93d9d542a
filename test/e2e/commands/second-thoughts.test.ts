/** From lost games of a real host to positions, and from positions to a verdict. */
import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Goes up, into the wall, unless it has more than three seconds to think. */
const HASTY = `
import { legalMoves } from 'serpentarium';
export const customization = {};
export function move(turn, { note, position, seat, timeLeft }) {
  const legal = legalMoves(position, seat);
  note({ depth: 1 });
  return timeLeft() < 3000 || legal.includes('up') ? 'up' : legal[0];
}`;

describe('second thoughts on lost games', () => {
  const engine = createArenaEngine('cli');
  let folder: string;
  let host: HostProcess;
  let lost: GameRow;
  before(async () => {
    folder = writeFolder({
      'hasty.js': HASTY,
      'greedy.ts': readFileSync(inRepository('strategies/greedy.ts'), 'utf8'),
    });
    const snakes = ['hasty', 'greedy'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    host = await spawnHost({ strategies: folder, snakes, journal: { path: join(folder, 'games.db') } });
    await engine.play([`${host.url}/hasty`, `${host.url}/greedy`], { timeout: 2000 });
    lost = (await host.endedGames(2)).find(({ snake }) => snake === '/hasty')!;
    expect(lost).to.include({ result: 'loss', cause: 'wall-collision' });
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  const analyse = (...args: string[]) => host.cli('analyse', ...args, '--longer', '5', '--nodes', '1000');

  it('show whether more time would have helped, and write the last chance as a position', async () => {
    const positions = join(folder, 'positions');
    const flags = ['--lost', '--since', '7d', '--timeout', '10s', '--positions', positions];
    const { stdout, stderr, code } = await analyse(...flags);
    expect([stderr, code]).to.deep.equal(['', 0]);
    const turn = lost.died! - 1;
    expect(stdout).to.match(
      new RegExp(`^${lost.id}: /hasty .*\nlost after ${lost.turns} turns, .*hit the wall on turn ${lost.died}\n`),
    );
    expect(stdout).to.include(`\nThe last chance was on turn ${turn}: `);
    expect(stdout).to.match(/\n\/hasty answers [1-9]\d* of \d+ turns? better now\. It takes the last chance\.\n/);
    expect(stdout).to.match(new RegExp(`\n${turn} +up +loss by ${lost.died} +(left|right) +.+ depth 1\n`));
    expect(readdirSync(positions)).to.deep.equal([`${lost.id}-${turn}.txt`]);
    expect(readFileSync(join(positions, `${lost.id}-${turn}.txt`), 'utf8')).to.match(
      /^# position: turn \d+ of [0-9a-f]{16}\n[^]*\nallowed: (left|right)[a-z ]*\nforbidden: up\nrequest: {/,
    );

    const hasty = await host.cli('positions', positions, '/hasty');
    expect(hasty.stdout).to.match(/ up +[\d.]+ ms +up is forbidden\n\n\/hasty: 0 of 1 correct\n$/);
    expect(hasty.code).to.equal(1);
    const slow = ['positions', positions, '/hasty', '-t', '10000'];
    expect(await host.cli(...slow)).to.include({ code: 0, stderr: '' });
    const { stdout: json } = await host.cli(...slow, '--json');
    expect(JSON.parse(json)).to.deep.include({ snake: '/hasty', correct: 1 });
  });

  it('are JSON as well', async () => {
    const { stdout, code } = await analyse(lost.id.slice(0, 8), '--timeout', '9s', '--json');
    expect(code).to.equal(0);
    const [game] = JSON.parse(stdout);
    expect(game).to.include({ id: lost.id, snake: '/hasty', asked: '/hasty' });
    expect(game.again[0]).to.include({ turn: lost.died! - 1, isBetter: true });
    expect(game.again[0].answer).to.include({ kind: 'moved' });
    expect(game.again[0].played.move).to.be.oneOf(['left', 'right']);
  });

  it('are no better if the answers stay the same', async () => {
    const { stdout } = await analyse('--lost', '--timeout', '1s');
    expect(stdout).to.match(/\n\/hasty answers 0 of \d+ turns? better now\. It misses the last chance\.\n/);
  });

  it('leave out a snake that is not there, if there are other games', async () => {
    const config = writeConfig({
      snakes: [{ prefix: '/good', strategy: 'good' }],
      journal: { path: join(folder, 'games.db') },
    });
    const brief = ['--timeout', '1s', '--nodes', '1000', '--config', config];
    const { stdout, stderr, code } = await runCli(['analyse', lost.id, lost.id, ...brief]);
    expect(code).to.equal(0);
    expect(stderr).to.match(/^\/hasty cannot be asked: [^\n]*\n$/);
    expect(stdout.match(/^The last chance was/gm)).to.have.lengthOf(2);
  });

  it('find a position that an editor has changed, and count other files', async () => {
    const edited = join(folder, 'edited');
    await analyse('--lost', '--positions', edited);
    const [name] = readdirSync(edited);
    const text = readFileSync(join(edited, name!), 'utf8');
    writeFileSync(join(edited, 'bom.txt'), `\uFEFF${text}`);
    writeFileSync(join(edited, 'blank.txt'), `\r\n${text.replaceAll('\n', '\r\n')}`);
    writeFileSync(join(edited, 'notes.md'), 'none');
    const { stdout, code } = await host.cli('positions', edited, '/hasty');
    expect(stdout).to.match(/\n\/hasty: 0 of 3 correct; 1 other file left out, such as notes\.md\n$/);
    expect(code).to.equal(1);
  });

  it('refuse positions that say nothing', async () => {
    const none = await host.cli('positions', join(folder, 'none'), '/hasty');
    expect([none.code, /does not exist/.test(none.stderr)]).to.deep.equal([2, true]);
    const open = join(folder, 'open');
    await analyse('--lost', '--positions', open);
    const [file] = readdirSync(open);
    const text = readFileSync(join(open, file!), 'utf8');
    writeFileSync(join(open, file!), text.replace(/allowed: .*/, 'allowed:').replace(/forbidden: .*/, 'forbidden:'));
    const empty = await host.cli('positions', open, '/hasty');
    expect([empty.code, /neither allows nor forbids/.test(empty.stderr)]).to.deep.equal([2, true]);
  });
});
