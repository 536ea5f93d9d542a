/**
 * Misbehaving strategies on a full host, which also plays two games of four snakes that think to their deadline. Every
 * answer comes within the engine's timeout, and no process of a healthy snake is killed.
 */
import { expect } from 'chai';
import { commandFixture, python } from '../../support/command-fixtures.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';
import { WalkingSnake } from '../../support/walking-snake.js';

/** One of each kind that takes cores, memory or processes from others; `misbehaviour.test.ts` has every way to fail. */
const MISBEHAVING = ['loop', 'spawn', 'detach', 'flood-console', 'exit', 'write-endless', 'grow-array', 'grow-buffers'];
/** The same, of commands. */
const MISBEHAVING_COMMANDS = python === undefined ? [] : ['loop', 'never-reads', 'fork', 'grow'];
const THINKERS = ['/a', '/b', '/c', '/d'];
const GAMES = 2;
const TURNS = 2;
/** In ms. Player and host share the cores with all these processes, so an answer may arrive later than it leaves. */
const TIMING = { timeout: 2000, allowance: 500 };

describe('misbehaving strategies on a host full of snakes that think', function () {
  this.timeout(300_000);
  let host: HostProcess;
  const stop = new AbortController();
  let games: Promise<number>[];

  before(async () => {
    host = await spawnHost({
      snakes: [
        ...THINKERS.map((prefix) => ({ prefix, strategy: 'search' })),
        ...MISBEHAVING.map((strategy) => ({ prefix: `/${strategy}`, strategy, memory: '128mb' })),
        ...MISBEHAVING_COMMANDS.map((name) => {
          return { prefix: `/command-${name}`, command: commandFixture(name), memory: '128mb' };
        }),
      ],
    });
    games = Array.from({ length: GAMES }, (_, game) => think(host, `thinking ${game}`, stop.signal));
    // What fails meanwhile is reported at the end.
    for (const game of games) game.catch(() => undefined);
  });
  after(() => stop.abort());
  after(killProcesses);

  for (const name of [...MISBEHAVING, ...MISBEHAVING_COMMANDS.map((command) => `command-${command}`)]) {
    it(`answers every turn of ${name} in time`, async () => {
      const game = new WalkingSnake({ url: `${host.url}/${name}`, ...TIMING });
      await game.start();
      for (let turn = 0; turn < TURNS; turn++) await game.move();
      await game.end();
    });
  }

  it('has answered all turns of the other games in time, and killed none of their processes', async () => {
    stop.abort();
    for (const turns of await Promise.all(games)) expect(turns).to.be.above(5);
    const ended = host.lines.filter(({ msg, snake }) => msg.startsWith('child ') && THINKERS.includes(String(snake)));
    expect(ended.map(({ msg, snake, reason }) => ({ msg, snake, reason }))).to.deep.equal([]);
  });
});

/** Plays a game of the four, all asked at once. Resolves with its turns; rejects if an answer is late. */
async function think(host: HostProcess, game: string, signal: AbortSignal): Promise<number> {
  const snakes = THINKERS.map((prefix) => new WalkingSnake({ url: host.url + prefix, game, ...TIMING }));
  await Promise.all(snakes.map((snake) => snake.start()));
  let turns = 0;
  for (; !signal.aborted; turns++) await Promise.all(snakes.map((snake) => snake.move()));
  return turns;
}
