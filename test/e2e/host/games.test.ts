/** Games over the network that no engine in this process can play: calls that overlap, and bodies of megabytes. */
import { expect } from 'chai';
import { toCells } from '../../support/cells.js';
import { WalkingSnake, type WalkingBody } from '../../support/walking-snake.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';

/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 5000;

describe('a game over the network', () => {
  let host: HostProcess;
  before(async () => {
    host = await spawnHost({ snakes: [{ prefix: '/', strategy: 'observer' }] });
  });
  after(killProcesses);

  it('may end while a move is pending, or before its start is done', async () => {
    const game = new WalkingSnake({ url: host.url, timeout: TIMEOUT });
    await Promise.all([game.post('start'), game.post('move'), game.post('end'), game.post('end')]);
    expect((await new WalkingSnake({ url: host.url, timeout: TIMEOUT }).move()).move).to.equal('left');
  });

  it('loses no turn when the shouts of others grow to megabytes', async () => {
    const sizes = [0, 300, 30_000, 240_000, 300_000, 1_000_000, 3_000_000, 5_900_000];
    const shoutAt = ({ turn }: WalkingBody) => 'é'.repeat((sizes[turn] ?? 0) / 2);
    const addLoud = (whole: WalkingBody) => {
      const loud = { id: 'loud', health: 9, body: toCells('1,5'), shout: shoutAt(whole) };
      return { ...whole, board: { ...whole.board, snakes: [...whole.board.snakes, loud] } };
    };
    const game = new WalkingSnake({ url: host.url, timeout: TIMEOUT, game: 'growing', body: addLoud });
    await game.start();
    for (const turn of sizes.keys()) expect(JSON.parse((await game.move()).shout!)).to.include({ turn });
    await game.end();
    await host.logged((line) => line.msg === 'game ended' && line['game'] === 'growing');
    expect(host.lines.filter((line) => line.msg.startsWith('move ') && line['game'] === 'growing')).to.deep.equal([]);
  });
});
