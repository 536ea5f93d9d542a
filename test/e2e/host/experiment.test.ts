/**
 * A live experiment on a real host: which snake answers a game, before and after a restart, and what the journal says.
 */
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GameRow } from '../../../src/views/game-rows.js';
import type { ExperimentsView } from '../../../src/views/plots.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { WalkingSnake } from '../../support/walking-snake.js';
import { killProcesses, newJournal, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const GAMES = 400;
/** Games that are asked at once. */
const BATCH = 50;
/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

describe('a live experiment', () => {
  let host: HostProcess;
  after(killProcesses);

  it('assigns half of the games to each side, and keeps the assignment after a restart', async () => {
    // The base goes left and the candidate up, so every answer shows who gave it.
    const sides = ['base', 'candidate'].map((side) => ({ prefix: `/${side}`, strategy: side }));
    host = await spawnHost({
      strategies: writeFolder({ 'base.js': strategyThatGoes('left'), 'candidate.js': strategyThatGoes('up') }),
      snakes: sides,
      experiments: [{ prefix: '/champion', name: 'upward', base: '/base', candidate: '/candidate', split: 0.5 }],
      journal: newJournal(),
      // Room for all games, though only the first turn of each is played.
      server: { gamesMemory: '1gb' },
    });
    const games = Array.from(
      { length: GAMES },
      (_, index) => new WalkingSnake({ url: `${host.url}/champion`, game: `dealt-${index}`, timeout: TIMEOUT }),
    );
    const first = await sidesOf(games);
    const share = [...first.values()].filter((side) => side === 'candidate').length / GAMES;
    expect(share).to.be.closeTo(0.5, 2 * Math.sqrt(0.25 / GAMES));
    expect(await keptSides((kept) => kept.length === GAMES)).to.deep.equal(first);

    host.signal('SIGTERM');
    await host.ended;
    host = await spawnHost(host.config, { PORT: String(host.port) });
    expect(await sidesOf(games)).to.deep.equal(first);
    // The journal now has turns of both runs, all with the assignment of the first.
    expect(await keptSides((kept) => kept.every(({ result }) => result === undefined))).to.deep.equal(first);
  });

  it('begins again with changed sides, and reports what has changed and how many earlier games do not count', async () => {
    const files = writeFolder({ 'base.js': strategyThatGoes('left'), 'candidate.js': strategyThatGoes('up') });
    const journal = newJournal();
    const start = (customization: object) =>
      spawnHost({
        strategies: files,
        snakes: [
          { prefix: '/base', strategy: 'base' },
          { prefix: '/candidate', strategy: 'candidate', ...customization },
        ],
        experiments: [{ prefix: '/champion', name: 'upward', base: '/base', candidate: '/candidate' }],
        journal,
      });
    const first = await start({});
    const engine = createArenaEngine('cli');
    const play = async ({ url, games: list }: HostProcess, count: number, before = 0) => {
      for (let seed = 0; seed < count; seed++)
        await engine.play([`${url}/champion`, `${url}/base`], { seed: `${count} ${seed}`, timeout: TIMEOUT });
      const over = async () => (await list('experiment=upward')).filter(({ result }) => result !== undefined);
      await until(async () => (await over()).length >= count + before);
    };
    await play(first, 6);
    first.signal('SIGTERM');
    await first.ended;

    writeFileSync(join(files, 'candidate.js'), strategyThatGoes('down'));
    const second = await start({ version: '2' });
    await play(second, 12, 6);
    engine.close();
    const { live } = await second.ask<ExperimentsView>('/api/experiments');
    expect(live).to.have.lengthOf(1);
    expect(live[0]!.earlier).to.equal(6);
    expect(String(live[0]!.changes)).to.match(/^candidate: code \w{7} → \w{7},candidate: version \S+ → 2$/);
  });

  /** The side of each game in the journal, once the journal is ready. */
  async function keptSides(isReady: (games: readonly GameRow[]) => boolean): Promise<Map<string, string>> {
    let games: readonly GameRow[] = [];
    await until(async () => isReady((games = await host.games('experiment=upward'))));
    return new Map(games.toReversed().map(({ game, variant }) => [game, variant!]));
  }
});

/** Asks for a move in each of these games. Returns the side that answered, by game. */
async function sidesOf(games: readonly WalkingSnake[]): Promise<Map<string, string>> {
  const sides = new Map<string, string>();
  for (let from = 0; from < games.length; from += BATCH) {
    await Promise.all(
      games.slice(from, from + BATCH).map(async (game) => {
        const { move } = await game.move();
        sides.set(game.game, move === 'up' ? 'candidate' : 'base');
      }),
    );
  }
  return sides;
}

function strategyThatGoes(move: string): string {
  return `export const customization = {}; export const move = () => '${move}';`;
}
