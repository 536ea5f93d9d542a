/** Whole games over the network, in the dialects of both engines: the host knows every result and loses no turn. */
import { expect } from 'chai';
import { createIds } from '../../../src/arena/game/game-ids.js';
import type { RulesetName } from '../../../src/rules/rulesets.js';
import { createArenaEngine, fatesOf, type ArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';

const GAMES: readonly [RulesetName, string][] = [
  ['standard', 'standard'],
  ['wrapped', 'snail_mode'],
  ['royale', 'royale'],
  ['constrictor', 'empty'],
  ['standard', 'hz_rings'],
];

/** `/greedy` takes two seats. */
const SEATS = ['/greedy', '/random', '/greedy', '/constant'];

for (const dialect of ['arena', 'cli'] as const) {
  describe(`a host that the ${dialect} engine plays with`, () => {
    let host: HostProcess;
    let engine: ArenaEngine;
    before(async () => {
      engine = createArenaEngine(dialect);
      const snakes = ['greedy', 'random', 'constant'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
      host = await spawnHost({ strategies: inRepository('strategies'), snakes });
    });
    after(async () => {
      engine.close();
      await killProcesses();
    });

    const urls = () => SEATS.map((path) => `${host.url}${path}`);
    /** What the host logs at the end of a game: for each seat its snake and result. */
    const loggedResults = async (game: string): Promise<string[]> => {
      const lines = await host.logged((line) => line.msg === 'game ended' && line['game'] === game, SEATS.length);
      return lines.map(({ snake, result }) => `${String(snake)} ${String(result)}`);
    };

    it('reports the results of the engine for several games at once', async () => {
      await Promise.all(
        GAMES.map(async ([ruleset, map], index) => {
          const seed = `${dialect} ${index}`;
          const ids = createIds(seed, SEATS.length);
          const result = await engine.play(urls(), { seed, ids: { ...ids, game: seed }, ruleset, map, timeout: 5000 });
          expect(await loggedResults(seed), `${ruleset} on ${map}`).to.have.members(
            fatesOf(result).map((fate, seat) => `${SEATS[seat]} ${fate}`),
          );
        }),
      );
    });

    it('plays a game again from the start after the engine has crashed', async () => {
      const seed = `${dialect} crash`;
      const options = { seed, ids: { ...createIds(seed, SEATS.length), game: seed }, timeout: 5000 };
      await engine.crash(urls(), 2, options);
      const result = await engine.play(urls(), options);
      const lines = await host.logged((line) => line.msg === 'game ended' && line['game'] === seed, 8);
      expect(lines.filter((line) => line['result'] === 'replayed')).to.have.lengthOf(SEATS.length);
      expect(lines.filter((line) => line['result'] === 'win')).to.have.lengthOf(result.winners.length);
    });

    it('warns of nothing: every move was the strategy’s', () => {
      expect(host.lines.filter(({ level }) => level >= 40)).to.deep.equal([]);
    });
  });
}
