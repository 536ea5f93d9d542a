/**
 * Makes the pictures of the README, after `npm run build`:
 * `SCREENSHOTS=docs/images npx mocha --no-config dist/test/e2e/browser/readme-pictures.test.js`
 */
import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { GameList } from '../../../src/journal/game-rows.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { launchBrowser } from '../../support/browser.js';
import { describeInBrowser, lookAt } from '../../support/looks.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, spawnHost, writeFolder } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const FOLDER = process.env['SCREENSHOTS'];
const WINDOW = { width: 1200, height: 860 };
const GAME = { seed: 'readme', timeout: 5000, width: 11, height: 11 };

(FOLDER === undefined ? () => undefined : describeInBrowser)('the pictures of the README', () => {
  let browser: Browser;
  after(async () => {
    await browser?.close();
    await killProcesses();
  });

  it('are made', async () => {
    mkdirSync(FOLDER!, { recursive: true });
    const engine = createArenaEngine('arena');
    const host = await spawnHost({
      strategies: inRepository('strategies'),
      snakes: [
        { prefix: '/champion', strategy: 'champion', options: { nodes: 2000 } },
        ...['hunter', 'greedy', 'cautious'].map((name) => ({
          prefix: `/${name}`,
          strategy: name,
          isolation: 'inline',
        })),
      ],
      journal: { path: join(writeFolder({}), 'games.db') },
    });
    const at = (...names: string[]) => names.map((name) => `${host.url}/${name}`);
    await engine.play(at('champion', 'greedy', 'cautious'), { ...GAME, maxTurns: 120 });
    browser = await launchBrowser();
    const { games } = (await (await fetch(`${host.admin}/api/games?snake=/champion`)).json()) as GameList;
    expect(games).to.have.lengthOf(1);
    const turn = Math.floor(games[0]!.turns * 0.6);
    // Games that the engine has left are still under way.
    await engine.crash(at('champion', 'greedy', 'cautious', 'hunter'), 30, {
      ...GAME,
      ruleset: 'royale',
      map: 'royale',
    });
    await engine.crash(at('hunter', 'cautious'), 24, { ...GAME, seed: 'another' });
    engine.close();
    for (const scheme of ['light', 'dark'] as const) {
      await lookAt(
        browser,
        host.admin,
        async ({ page, open }) => {
          const take = (name: string) => page.screenshot({ path: join(FOLDER!, `${name}-${scheme}.png`) });
          await open(`/games/${games[0]!.id}?turn=${turn}`);
          await page.locator('.turn-count strong', { hasText: String(turn) }).waitFor();
          await page.locator('.loading').waitFor({ state: 'detached' });
          await take('game');
          await open('/');
          await until(async () => (await page.locator('.game-card').count()) === 6);
          await page.locator('.game-card', { hasText: '/champion' }).click();
          await page.locator('.featured h2', { hasText: '/champion' }).waitFor();
          await take('now');
        },
        { ...WINDOW, scheme },
      );
    }
  });
});
