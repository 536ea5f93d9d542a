/** What strategies note down, from a real host to `replay`, `analyse` and the API of the journal. */
import { expect } from 'chai';
import type { GameRow } from '../../../src/views/game-rows.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { DUEL } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';
import { killProcesses, newJournal, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';

const NOTING = `
import { legalMoves } from 'serpentarium';
export const customization = {};
export function move({ turn }, { note, position, seat }) {
  note({ score: turn / 4, depth: turn, nodes: 1234, line: ['up', 'left'], cells: [{ x: 0, y: 10 }] });
  note({ text: 'turn ' + turn + '\\u0007' });
  return turn < 3 ? legalMoves(position, seat)[0] : 'up';
}`;

const LOGGING = `
export const customization = {};
export function move({ turn, you }, { log }) {
  log('turn ' + turn, { health: you.health });
  while (turn === 1);
  console.log('printed');
  return 'up';
}`;

describe('notes', () => {
  const engine = createArenaEngine('cli');
  let host: HostProcess;
  let noting: GameRow;
  before(async () => {
    const strategies = writeFolder({ 'noting.js': NOTING });
    const snakes = [
      { prefix: '/noting', strategy: 'noting' },
      { prefix: '/inline', strategy: 'noting', isolation: 'inline' },
    ];
    host = await spawnHost({ strategies, snakes, journal: newJournal() });
    const urls = ['noting', 'inline'].map((name) => `${host.url}/${name}`);
    await engine.play(urls, { timeout: 5000 });
    noting = (await host.endedGames(2)).find(({ snake }) => snake === '/noting')!;
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  it('are in the JSON of a game, for every turn, whichever way the strategy runs', async () => {
    for (const snake of ['/noting', '/inline']) {
      const [kept] = await host.games(`snake=${snake}`);
      const game = await host.game(kept!.id);
      expect(game.list).to.not.deep.equal([]);
      for (const { turn, answer } of game.list) {
        expect(answer.note).to.deep.equal({
          score: turn / 4,
          depth: turn,
          nodes: 1234,
          line: ['up', 'left'],
          cells: [{ x: 0, y: 10 }],
          text: `turn ${turn}\u0007`,
        });
      }
    }
  });

  it('are shown by replay, with the cells on the board, next to the notes of the current version', async () => {
    const { stdout } = await host.cli('replay', noting.id, '--turn', '2');
    expect(stdout).to.match(/\nturn 2\n>[.*aAbB]/);
    const lines = /\nanswered .*\nscore 0\.5, depth 2, 1,?234 nodes\nline: up left\nturn 2[^\n]*\n/;
    expect(stdout).to.match(lines);
    expect(stdout.slice(stdout.indexOf('today'))).to.match(/moved[^\n]*\nscore 0\.5, depth 2/);
    expect(stdout).to.not.include('\u0007');
  });

  it('have what a strategy has logged on a turn, also before it was killed', async () => {
    const strategies = writeFolder({ 'logging.js': LOGGING });
    const logging = await spawnHost({
      strategies,
      snakes: [{ prefix: '/logging', strategy: 'logging' }],
      journal: newJournal(),
    });
    for (const [turn, action] of ['start', 'move', 'move', 'end'].entries()) {
      const request = sketchRequest({ ...DUEL, game: 'g', turn: Math.max(0, turn - 1) });
      request.game.timeout = 800;
      await fetch(`${logging.url}/logging/${action}`, { method: 'POST', body: JSON.stringify(request) });
    }
    const [kept] = await logging.endedGames(1);
    const { list } = await logging.game(kept!.id);
    expect(list.map(({ answer }) => [answer.kind, answer.note?.log])).to.deep.equal([
      ['moved', ['turn 0 {"health":90}', 'printed']],
      ['late', ['turn 1 {"health":90}']],
    ]);
    const { stdout } = await logging.cli('replay', kept!.id, '--turn', '0');
    expect(stdout).to.match(/\nanswered [^\n]*\nlog: turn 0 \{"health":90\}\nlog: printed\n/);
  });

  it('are shown by analyse on the turn that it draws', async () => {
    const [died] = [...(await host.games('result=loss')), ...(await host.games('result=draw'))];
    const { stdout } = await host.cli('analyse', died!.id, '--longer', '3', '--nodes', '200');
    expect(stdout).to.match(/\nscore [\d.]+, depth \d+, 1,?234 nodes\nline: up left\n/);
  });
});
