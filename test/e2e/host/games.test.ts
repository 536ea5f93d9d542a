/**
 * What engines really send, over the network: recorded bodies, replays, gaps, dead snakes on the board, health probes.
 */
import { expect } from 'chai';
import { DIRECTIONS } from '../../../src/rules/types.js';
import { toCells } from '../../support/cells.js';
import { WalkingSnake, type WalkingOptions, type WalkingBody } from '../../support/walking-snake.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';
import { inRepository } from '../../support/fixtures.js';
import { REQUEST_NAMES, requestText } from '../../support/requests.js';

/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 5000;

describe('the shipped snakes over the network', () => {
  let host: HostProcess;
  before(async () => {
    const names = ['greedy', 'cautious', 'random', 'constant'];
    const snakes = names.map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    host = await spawnHost({ strategies: inRepository('strategies'), snakes });
  });
  after(killProcesses);

  for (const name of REQUEST_NAMES) {
    it(`accept ${name} as /start, /move and /end`, async () => {
      for (const snake of ['greedy', 'cautious', 'random', 'constant']) {
        for (const action of ['start', 'move', 'end']) {
          const text = await post(`${host.url}/${snake}/${action}`, requestText(name));
          if (action === 'move') expect(DIRECTIONS).to.include(JSON.parse(text).move);
          else expect(text).to.equal('{}');
        }
      }
    });
  }

  it('cause no warning', () => {
    expect(host.lines.filter(({ level, msg }) => level >= 40 && msg !== 'move late')).to.deep.equal([]);
  });
});

describe('a game over the network', () => {
  let host: HostProcess;
  before(async () => {
    host = await spawnHost({ snakes: [{ prefix: '/', strategy: 'observer' }] });
  });
  after(killProcesses);

  const newGame = (sketch: Partial<WalkingOptions> = {}) =>
    new WalkingSnake({ url: host.url, timeout: TIMEOUT, ...sketch });
  const resultOf = async ({ game }: WalkingSnake) =>
    (await host.logged((line) => line.msg === 'game ended' && line['game'] === game))[0]!['result'];

  it('gets a new memory when the engine replays it from turn 0', async () => {
    const first = newGame({ game: 'replayed' });
    await first.start();
    for (const moves of [1, 2]) expect(await seenBy(first)).to.include({ moves });
    const second = newGame({ game: 'replayed' });
    await second.start();
    expect(await seenBy(second)).to.include({ moves: 1, turn: 0 });
    expect(await resultOf(first)).to.equal('replayed');
  });

  it('keeps its memory when a turn is skipped or repeated', async () => {
    const game = newGame();
    expect(await seenBy(game)).to.include({ turn: 0, moves: 1 });
    expect(await seenBy(game)).to.include({ turn: 1, moves: 2, last: 'yes' });
    game.turn -= 1;
    expect(await seenBy(game)).to.include({ turn: 1, moves: 3, last: 'unknown' });
    game.turn += 5;
    expect(await seenBy(game)).to.include({ turn: 7, moves: 4, last: 'unknown' });
  });

  it('shows the strategy only living snakes, and no items off the board', async () => {
    const game = newGame({ body: leaveDead });
    expect(await seenBy(game)).to.include({ turn: 0, living: 'me,still,short,long,hungry' });
    expect(await seenBy(game)).to.include({ turn: 1, living: 'me,long', food: 1, hazards: 1, raw: 'kept' });
    expect(await seenBy(game)).to.include({ turn: 2, living: 'me,long' });
  });

  it('is won by the last snake on the board, and logged once', async () => {
    const game = newGame({ body: (whole) => (whole.turn === 0 ? leaveDead(whole) : whole) });
    await game.start();
    for (let turn = 0; turn < 2; turn++) await game.move();
    await game.end();
    await game.end();
    expect(await resultOf(game)).to.equal('win');
    const lines = host.lines.filter((line) => line['game'] === game.game).map(({ msg }) => msg);
    expect(lines).to.deep.equal(['game started', 'game ended']);
  });

  it('may end while a move is pending, or before its start is done', async () => {
    const game = newGame();
    await Promise.all([game.post('start'), game.post('move'), game.post('end'), game.post('end')]);
    expect((await newGame().move()).move).to.equal('left');
  });

  it('loses no turn when the shouts of others grow to megabytes', async () => {
    const sizes = [0, 300, 30_000, 240_000, 300_000, 1_000_000, 3_000_000, 5_900_000];
    const shoutAt = ({ turn }: WalkingBody) => 'é'.repeat((sizes[turn] ?? 0) / 2);
    const addLoud = (whole: WalkingBody) => {
      const loud = { id: 'loud', health: 9, body: toCells('1,5'), shout: shoutAt(whole) };
      return { ...whole, board: { ...whole.board, snakes: [...whole.board.snakes, loud] } };
    };
    const game = newGame({ game: 'growing', body: addLoud });
    await game.start();
    for (const turn of sizes.keys()) expect(await seenBy(game)).to.include({ turn });
    await game.end();
    await resultOf(game);
    expect(host.lines.filter((line) => line.msg.startsWith('move ') && line['game'] === game.game)).to.deep.equal([]);
  });

  it('is abandoned when newer ones need its room', async () => {
    const crowded = await spawnHost({
      snakes: [{ prefix: '/', strategy: 'observer' }],
      server: { gamesMemory: '8mb' },
    });
    const newer = Array.from({ length: 1000 }, (_, index) => {
      return new WalkingSnake({ url: crowded.url, game: `endless-${index}`, timeout: TIMEOUT });
    });
    for (const each of newer) await each.move();
    await crowded.logged(({ game, result }) => game === 'endless-0' && result === 'abandoned');
    const [snake] = await crowded.snakes();
    const kept = snake!.games.map(({ game }) => game);
    expect(kept).to.deep.equal(newer.slice(-kept.length).map(({ game }) => game));
    // The position of a game takes 13 kB.
    expect(kept.length).to.be.within(2, 650);
  });
});

describe('an engine’s health probe', () => {
  after(killProcesses);

  it('is answered and counted, but not as a game', async () => {
    const host = await spawnHost({ snakes: [{ prefix: '/probed', strategy: 'observer' }] });
    for (const _ of ['now', 'half an hour later']) {
      const probe = new WalkingSnake({ url: `${host.url}/probed`, game: 'probe', timeout: TIMEOUT, body: asProbe });
      await probe.start();
      await probe.move();
      probe.turn = 0;
      await probe.end();
    }
    const metrics = await host.metrics();
    expect(metrics).to.match(/^serpentarium_probes_total{snake="\/probed"} 2$/m);
    expect(metrics).to.match(/^serpentarium_live_games{snake="\/probed"} 0$/m);
    expect(metrics).to.match(/^serpentarium_moves_total{snake="\/probed",outcome="moved"} 0$/m);
    expect(host.lines.filter(({ msg }) => msg.startsWith('game'))).to.deep.equal([]);
  });
});

async function seenBy(game: WalkingSnake): Promise<Record<string, unknown>> {
  return JSON.parse((await game.move()).shout!) as Record<string, unknown>;
}

function asProbe(whole: WalkingBody): object {
  return { ...whole, game: { ...whole.game, ruleset: { name: 'standard', version: 'v1.0.0' } } };
}

/** Adds snakes as the arena engine does: all but `long` are dead from turn 1 on, and the dead stay on the board. */
function leaveDead(whole: WalkingBody): object {
  const { turn, board } = whole;
  const late = Math.min(turn, 1);
  const snakes = [
    ...board.snakes,
    { id: 'still', health: 50, body: toCells('1,1 1,2') },
    { id: 'short', health: 50, body: toCells(`20,${2 + late} 20,${1 + late}`) },
    { id: 'long', health: 50, body: toCells(`20,${4 - turn} 20,${5 - turn} 20,${6 - turn}`) },
    { id: 'hungry', health: 1 - late, body: toCells(`${5 + late},20 ${4 + late},20`) },
  ];
  const items = toCells('3,3 -1,3 3,25');
  return { ...whole, extra: 'kept', board: { ...board, snakes, food: items, hazards: items } };
}

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', body });
  expect(response.status).to.equal(200);
  return await response.text();
}
