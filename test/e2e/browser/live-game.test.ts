/** A running game in a real browser, without a journal, and with a host that is frozen or was killed. */
import { expect } from 'chai';
import { sql } from 'kysely';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import type { GameRow } from '../../../src/views/game-rows.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { openCuttingProxy } from '../../support/cutting-proxy.js';
import { createGate } from '../../support/gate.js';
import { until } from '../../support/soon.js';
import { newJournal, spawnHost } from '../../support/host-process.js';
import { describeInBrowser } from '../../support/looks.js';
import { WalkingSnake } from '../../support/walking-snake.js';
import { useStage } from './stage.js';

const SNAKES = [{ prefix: '/a', strategy: 'good', isolation: 'inline' }];
/** What an answer may take on a busy machine, in ms. */
const ALLOWANCE = 30_000;

describeInBrowser('a fast game', () => {
  const stage = useStage();

  it('is followed to its end, and shown whole a moment later', () =>
    stage().look(async ({ page, open }) => {
      const { url } = stage().host;
      const engine = createArenaEngine('arena');
      const watched = createGate();
      // More turns follow at once than the stream shows.
      const watcher = {
        played: ({ frame }: { frame: { turn: number } }) => (frame.turn === 2 ? watched.promise : undefined),
      };
      const options = { seed: 'fast', timeout: ALLOWANCE, maxTurns: 2000, watchers: [watcher] };
      const played = engine.play([`${url}/greedy`, `${url}/cautious`], options);
      await open('/');
      await page.getByRole('link', { name: 'Open the game' }).click();
      await page.getByText('following').waitFor();
      watched.resolve();
      const { turns } = await played;
      engine.close();
      await page.locator('.game-heading .stream').waitFor({ state: 'detached' });
      const count = page.locator('.turn-count', { hasText: new RegExp(`Turn ${turns} of ${turns}$`) });
      await count.waitFor();
      await page.locator('.snake-list .fate').first().waitFor();
      // By then all turns are there that the stream has left out.
      await page
        .locator('.scrubber input')
        .and(page.locator(`[max="${turns}"]`))
        .waitFor();
      expect(await count.count()).to.equal(1);
      // The tests that follow count the games of the journal.
      const isKept = ({ turns: last, endedAt }: GameRow) => last === turns && endedAt !== undefined;
      await until(async () => (await stage().host.games()).filter(isKept).length === 2);
    }));
});

describeInBrowser('a game that ends while its page has no stream', () => {
  const stage = useStage();

  it('is shown with its end', () =>
    stage().look(async ({ page, open }) => {
      const { host } = stage();
      const game = new WalkingSnake({ url: `${host.url}/greedy`, game: 'missed', allowance: ALLOWANCE });
      await game.start();
      await game.move();
      const find = async () => (await host.games('snake=%2Fgreedy')).find((row) => row.game === 'missed');
      await until(async () => (await find()) !== undefined);
      const begun = createGate();
      const { id } = (await find())!;
      await page.route(`**/api/games/${id}/live*`, async (route) => {
        await begun.promise;
        await route.continue();
      });
      await open(`/games/${id}`);
      await page.getByText('Loading').waitFor();
      await game.end();
      await until(async () => (await find())?.endedAt !== undefined);
      begun.resolve();
      await page.locator('.game-heading .badge').waitFor();
      await page.locator('.game-heading .stream').waitFor({ state: 'detached' });
    }));
});

describeInBrowser('the list of games', () => {
  const stage = useStage();

  it('shows the end of a game that was running when it was opened, and says that others began', () =>
    stage().look(async ({ page, open }) => {
      const { host } = stage();
      const begin = async (name: string) => {
        const game = new WalkingSnake({ url: `${host.url}/greedy`, game: name, allowance: ALLOWANCE });
        await game.start();
        await game.move();
        return game;
      };
      const listed = async (name: string) => (await host.games('snake=%2Fgreedy')).find((row) => row.game === name);
      const game = await begin('listed');
      await until(async () => (await listed('listed')) !== undefined);
      await open('/games');
      const row = page.locator('table.games tbody tr').first();
      await row.getByText('live').waitFor();
      await game.end();
      await row.getByText('live').waitFor({ state: 'detached' });
      const other = await begin('unlisted');
      await until(async () => (await listed('unlisted')) !== undefined);
      await page.getByRole('button', { name: '1 new game' }).click();
      const { id } = (await listed('unlisted'))!;
      await page.locator(`table.games a[href$="/games/${id}"]`).waitFor();
      // A game that the filter leaves out is offered once.
      await open('/games?result=win');
      const again = page.getByRole('button', { name: 'search again' });
      await again.click();
      await again.waitFor({ state: 'detached' });
      await other.end();
      await until(async () => (await listed('unlisted'))?.endedAt !== undefined);
    }));
});

function walkAgain(host: string): WalkingSnake {
  return new WalkingSnake({ url: `${host}/a`, game: 'restarted', allowance: ALLOWANCE });
}

describeInBrowser('a game whose host restarts', () => {
  const stage = useStage();

  it('is followed over it: no turn is missing, and none is there twice', async () => {
    const config = { snakes: SNAKES, journal: newJournal() };
    let host = await spawnHost(config);
    const way = await openCuttingProxy(Number(new URL(host.admin).port));
    const game = walkAgain(host.url);
    await game.start();
    for (let turn = 0; turn < 5; turn++) await game.move();
    await stage().look(
      async ({ page, open }) => {
        await open(`/games/${gameIdOf({ snake: '/a', game: 'restarted', you: 'me' })}`);
        const count = page.locator('.turn-count');
        await count.filter({ hasText: 'Turn 4 of 4' }).waitFor();
        host.signal('SIGTERM');
        await host.ended;
        await page.locator('.stream.reconnecting').waitFor();
        host = await spawnHost(config);
        way.lead(Number(new URL(host.admin).port));
        const next = walkAgain(host.url);
        while (next.turn < 5) next.step('up', 1);
        for (let turn = 5; turn < 9; turn++) await next.move();
        await count.filter({ hasText: 'Turn 8 of 8' }).waitFor();
        await next.end();
        await page.locator('.game-heading .stream').waitFor({ state: 'detached' });
        const turns = page.getByRole('option').locator('.number:first-child');
        const all = Array.from({ length: 10 }, (_, turn) => String(turn));
        await until(async () => (await turns.count()) === all.length);
        expect(await turns.allInnerTexts()).to.deep.equal(all);
      },
      { allowed: /net::ERR/ },
      `http://127.0.0.1:${way.port}`,
    );
    await way.close();
  });
});

describeInBrowser('a game that the journal does not have', () => {
  const stage = useStage();

  for (const journal of ['late', 'off'] as const) {
    it(`is shown from its link on, with the journal ${journal}`, async () => {
      const { path } = newJournal();
      const host = await spawnHost({ snakes: SNAKES, ...(journal === 'late' && { journal: { path } }) });
      // While another program writes, the host's thread waits.
      const other = journal === 'late' ? await openEmbedded(path) : undefined;
      if (other !== undefined) await sql`begin immediate`.execute(other.db);
      const game = new WalkingSnake({ url: `${host.url}/a`, game: 'unwritten', allowance: ALLOWANCE });
      await game.start();
      await game.move();
      await stage().look(
        async ({ page, open }) => {
          await open('/');
          await page.getByRole('link', { name: 'Open the game' }).click();
          await page.reload();
          const count = page.locator('.turn-count');
          await count.filter({ hasText: 'Turn 0' }).waitFor();
          for (let turn = 0; turn < 3; turn++) await game.move();
          await count.filter({ hasText: 'Turn 3' }).waitFor();
          expect(await page.title()).to.equal('/a live · Serpentarium');
          if (journal === 'off') {
            await open('/games');
            await page.getByText('No games are kept.').waitFor();
          }
        },
        {},
        host.admin,
      );
      if (other !== undefined) await sql`commit`.execute(other.db);
      await other?.db.destroy();
    });
  }
});

describeInBrowser('a host that does not answer', () => {
  const stage = useStage();

  it('is shown as it was, in grey, with the moment of that', async () => {
    const host = await spawnHost({ snakes: SNAKES });
    await stage().look(
      async ({ page, open }) => {
        await open('/');
        await page.locator('.stream.live').waitFor();
        host.signal('SIGSTOP');
        await page.locator('.contents.stale').waitFor({ timeout: 60_000 });
        await page.locator('.stream', { hasText: /^reconnecting, last heard \d+ (s|min) ago/ }).waitFor();
        host.signal('SIGCONT');
        await page.locator('.stream.live').waitFor({ timeout: 60_000 });
        host.signal('SIGTERM');
        await page.locator('.stream.reconnecting').waitFor();
      },
      { allowed: /net::ERR/ },
      host.admin,
    );
  });
});
