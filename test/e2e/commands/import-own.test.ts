/** Both ways: the games that a host serves to viewers are imported, and served again byte for byte. */
import { expect } from 'chai';
import { loadGame } from '../../../src/recorded/importing/load-game.js';
import { locateGame } from '../../../src/recorded/importing/locate-game.js';
import type { GameRow } from '../../../src/views/game-rows.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { viewGame } from '../../../src/page/viewer/view-game.js';
import { importedEvents } from '../../support/frames.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { killProcesses, newJournal, spawnHost } from '../../support/host-process.js';

const RULESETS = ['standard', 'wrapped', 'constrictor', 'royale'] as const;

describe('the games of another host', function () {
  this.timeout(240_000);
  let admin: string;
  let kept: readonly GameRow[];
  before(async () => {
    const snakes = ['good', 'dice'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const host = await spawnHost({ snakes, journal: newJournal() });
    ({ admin } = host);
    const urls = [`${host.url}/good`, `${host.url}/dice`];
    for (const dialect of ['cli', 'arena'] as const) {
      const engine = createArenaEngine(dialect);
      for (const ruleset of RULESETS)
        await engine.play(urls, { ruleset, seed: `${dialect} ${ruleset}`, timeout: 2000 });
      engine.close();
    }
    kept = await host.endedGames(4 * RULESETS.length);
  });
  after(killProcesses);

  it('are imported as they were kept, and served as they were served', async () => {
    const journal = await SqlJournal.openToImport(':memory:');
    for (const { id, you, snake, result, turns, rank, cause, ruleset } of kept) {
      const served = await (await fetch(`${admin}/games/${id}/frames?offset=0&limit=100`)).text();
      const loaded = await loadGame(locateGame(`${admin}/games/${id}?turn=3`));
      expect(
        JSON.stringify({ count: Math.min(100, loaded.frames.length), frames: loaded.frames.slice(0, 100) }),
      ).to.equal(served);

      const events = importedEvents(loaded, you, snake, { from: '', at: 1 });
      const imported = await journal.findGame((await journal.importGame(events)).id);
      const label = `${snake} ${ruleset} ${id}`;
      expect(imported, label).to.deep.include({ result, turns, ruleset });
      expect([imported!.rank, imported!.cause], label).to.deep.equal([rank, cause]);
      const again = viewGame(imported!, { offset: 0, limit: 10_000 });
      expect(JSON.stringify(again.game), label).to.equal(JSON.stringify(loaded.game));
      const seen = loaded.frames.slice(0, again.frames.length);
      expect(JSON.stringify(again.frames), label).to.equal(JSON.stringify(seen));
    }
    await journal.close();
  });
});
