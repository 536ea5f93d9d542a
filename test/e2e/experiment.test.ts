/** A live experiment on a real host: which of the two snakes answers a game, before and after a restart, and what the journal says. */
import { expect } from 'chai';
import { join } from 'node:path';
import type { GamePage } from '../../src/journal/kept-game.js';
import { EngineGame } from '../support/engine.js';
import { endProcesses, startHost, until, writeConfig, writeFolder, type HostProcess } from '../support/host-process.js';

const GAMES = 400;
/** Asked at once. */
const BATCH = 50;
/** Not even a machine that is busy with other things takes so long, in ms. */
const TIMEOUT = 5000;

describe('a live experiment', function () {
  this.timeout(60_000);
  let host: HostProcess;
  after(endProcesses);

  it('deals every game to one side, half of them to each, and the same after a restart', async () => {
    // The base goes left, the candidate up: each answer says whose it is.
    const sides = ['base', 'candidate'].map((side) => ({ prefix: `/${side}`, strategy: side }));
    const config = writeConfig({
      strategies: writeFolder({ 'base.js': goes('left'), 'candidate.js': goes('up') }),
      snakes: sides,
      experiments: [{ prefix: '/champion', name: 'upward', base: '/base', candidate: '/candidate', split: 0.5 }],
      journal: { path: join(writeFolder({}), 'games.db') },
    });
    host = await startHost(config);
    const games = Array.from(
      { length: GAMES },
      (_, index) => new EngineGame({ url: `${host.url}/champion`, game: `dealt-${index}`, timeout: TIMEOUT }),
    );
    const first = await dealtTo(games);
    const share = [...first.values()].filter((side) => side === 'candidate').length / GAMES;
    expect(share).to.be.closeTo(0.5, 2 * Math.sqrt(0.25 / GAMES));
    expect(await keptFor(({ games: kept }) => kept.length === GAMES)).to.deep.equal(first);

    host.signal('SIGTERM');
    await host.ended;
    host = await startHost(config, { PORT: String(host.port) });
    expect(await dealtTo(games)).to.deep.equal(first);
    // Turns of both runs, under the side of the first.
    expect(await keptFor(({ games: kept }) => kept.every(({ result }) => result === undefined))).to.deep.equal(first);
  });

  /** The sides as the journal has them, as soon as it has what is waited for. */
  async function keptFor(isReady: (page: GamePage) => boolean): Promise<Map<string, string>> {
    let page!: GamePage;
    await until(async () => {
      page = (await (await fetch(`${host.admin}/api/games?experiment=upward&limit=500`)).json()) as GamePage;
      return isReady(page);
    });
    return new Map(page.games.toReversed().map(({ game, variant }) => [game, variant!]));
  }
});

/** Asks for a move in each of these games; who answered, by game. */
async function dealtTo(games: readonly EngineGame[]): Promise<Map<string, string>> {
  const dealt = new Map<string, string>();
  for (let from = 0; from < games.length; from += BATCH) {
    await Promise.all(
      games.slice(from, from + BATCH).map(async (game) => {
        const { move } = await game.move();
        dealt.set(game.game, move === 'up' ? 'candidate' : 'base');
      }),
    );
  }
  return dealt;
}

function goes(move: string): string {
  return `export const customization = {}; export const move = () => '${move}';`;
}
