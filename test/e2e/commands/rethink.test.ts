/** From lost games of a real host to positions, and from positions to a verdict. */
import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GameRow } from '../../../src/journal/game-rows.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, runCli, spawnHost, writeConfig, writeFolder } from '../../support/host-process.js';

/** Goes up, into the wall, unless it has more than three seconds to think. */
const HASTY = `
import { legalMoves } from 'serpentarium';
export const customization = {};
export function move(turn, { note, position, seat, timeLeft }) {
  const legal = legalMoves(position, seat);
  note({ depth: 1 });
  return timeLeft() < 3000 || legal.includes('up') ? 'up' : legal[0];
}`;

describe('rethinking lost games', () => {
  const engine = createArenaEngine('cli');
  let folder: string;
  let config: string;
  let lost: GameRow;
  before(async () => {
    folder = writeFolder({
      'hasty.js': HASTY,
      'greedy.ts': readFileSync(inRepository('strategies/greedy.ts'), 'utf8'),
    });
    const snakes = ['hasty', 'greedy'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    config = writeConfig({ strategies: folder, snakes, journal: { path: join(folder, 'games.db') } });
    const host = await spawnHost(config);
    await engine.play([`${host.url}/hasty`, `${host.url}/greedy`], { timeout: 2000 });
    lost = (await host.endedGames(2)).find(({ snake }) => snake === '/hasty')!;
    expect(lost).to.include({ result: 'loss', cause: 'wall-collision' });
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  it('lists the turns on which more time would have helped, and writes them as positions', async () => {
    const positions = join(folder, 'positions');
    const flags = ['--turns', '2', '--timeout', '10s', '--fixtures', positions, '--config', config];
    const { stdout, stderr, code } = await runCli(['rethink', '--lost', '--since', '7d', ...flags]);
    expect([stderr, code]).to.deep.equal(['', 0]);
    const turn = lost.died! - 1;
    expect(stdout).to.match(
      new RegExp(
        `^${lost.id}: /hasty lost after ${lost.turns} turns, hit the wall on turn ${lost.died}; 2 turns asked, 1 answered`,
      ),
    );
    expect(stdout).to.match(
      new RegExp(
        `\\n  turn ${turn}: (left|right) instead of up lives longer; .* on record for \\d+ turns? and assumed`,
      ),
    );
    expect(stdout).to.match(
      /\n {4}depth 1\n {4}analysis: .+, depth \d+: [↑↓←→ ]+; (blunder|mistake|inaccuracy|played): up, lost on turn \d+, \d+ given away\n/,
    );
    expect(stdout).to.match(/\n1 better answer in 1 of 1 game\.\n$/);
    expect(readdirSync(positions)).to.deep.equal([`${lost.id}-${turn}.txt`]);
    expect(readFileSync(join(positions, `${lost.id}-${turn}.txt`), 'utf8')).to.match(
      /^# position: turn \d+ of [0-9a-f]{16}\n[^]*\nallowed: (left|right)[a-z ]*\nforbidden: up\nrequest: {/,
    );

    const hasty = await runCli(['positions', positions, '--ask', '/hasty', '--config', config]);
    expect(hasty.stdout).to.match(/ up +[\d.]+ ms +up is forbidden\n\n\/hasty: 0 of 1 correct\n$/);
    expect(hasty.code).to.equal(1);
    const slow = ['positions', positions, '--ask', '/hasty', '-t', '10000', '--config', config];
    expect(await runCli(slow)).to.include({ code: 0, stderr: '' });
    const { stdout: json } = await runCli([...slow, '--json']);
    expect(JSON.parse(json)).to.deep.include({ snake: '/hasty', correct: 1 });
  });

  it('takes one game, by its id, and prints JSON', async () => {
    const args = ['rethink', lost.id.slice(0, 8), '--turns', '1', '--timeout', '9s', '--json', '--config', config];
    const { stdout, code } = await runCli(args);
    expect(code).to.equal(0);
    const [game] = JSON.parse(stdout);
    expect(game).to.include({ id: lost.id, snake: '/hasty', asked: 1, changed: 1 });
    expect(game.better[0]).to.include({ turn: lost.died! - 1, before: 'up' });
    expect(game.better[0].analysis).to.deep.include({ turn: lost.died! - 1 });
    expect(game.better[0].analysis.loss).to.be.above(0);
    expect(game.better[0].recorded + game.better[0].presumed).to.equal(6);
  });

  it('finds nothing if the answers stay the same', async () => {
    const { stdout } = await runCli(['rethink', '--lost', '--turns', '2', '--timeout', '1s', '--config', config]);
    expect(stdout).to.match(/; 2 turns asked, 0 answered otherwise\n0 better answers in 0 of 1 game\.\n$/);
  });

  it('refuses what it cannot do, in a sentence', async () => {
    const both = await runCli(['rethink', 'last', '--lost', '--config', config]);
    expect([both.stderr, both.code]).to.deep.equal([
      'rethink takes either one game or --lost. "serpentarium games" lists the games.\n',
      2,
    ]);
    const none = await runCli(['positions', join(folder, 'none'), '--snake', '/hasty', '--config', config]);
    expect(none.code).to.equal(2);
    const open = join(folder, 'open');
    await runCli(['rethink', '--lost', '--turns', '2', '--timeout', '10s', '--fixtures', open, '--config', config]);
    const [file] = readdirSync(open);
    const text = readFileSync(join(open, file!), 'utf8');
    writeFileSync(join(open, file!), text.replace(/allowed: .*/, 'allowed:').replace(/forbidden: .*/, 'forbidden:'));
    const empty = await runCli(['positions', open, '--ask', '/hasty', '--config', config]);
    expect([empty.code, /neither allows nor forbids/.test(empty.stderr)]).to.deep.equal([2, true]);
  });
});
