/**
 * Makes the pictures of the README, after `npm run build`:
 * `SCREENSHOTS=docs/images npx mocha --no-config dist/test/e2e/browser/readme-pictures.test.js`
 */
import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createArenaEngine, type EngineOptions } from '../../support/arena-engine.js';
import { describeInBrowser, launchBrowser, lookAt } from '../../support/looks.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, newJournal, spawnHost } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const FOLDER = process.env['SCREENSHOTS'];
const WINDOW = { width: 1280, height: 900 };
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
      journal: newJournal(),
    });
    const play = (names: readonly string[], options: EngineOptions) =>
      [names.map((name) => `${host.url}/${name}`), { ...GAME, names, ...options }] as const;
    const three = ['champion', 'greedy', 'cautious'];
    await engine.play(...play(three, { maxTurns: 120 }));
    browser = await launchBrowser();
    const games = await host.games('snake=/champion');
    expect(games).to.have.lengthOf(1);
    const shown = Math.floor(games[0]!.turns * 0.6);
    // Games that the engine has left are still open.
    const leave = (names: readonly string[], turn: number, options: EngineOptions) => {
      const [urls, all] = play(names, options);
      return engine.crash(urls, turn, all);
    };
    for (const seed of ['first', 'second', 'third', 'fourth']) {
      await leave(['hunter', 'greedy', 'cautious', 'champion'], 18, { seed });
    }
    await leave([...three, 'hunter'], 30, { ruleset: 'royale', map: 'royale' });
    engine.close();
    for (const scheme of ['light', 'dark'] as const) {
      await lookAt(
        browser,
        host.admin,
        async ({ page, open }) => {
          const take = (name: string) => page.screenshot({ path: join(FOLDER!, `${name}-${scheme}.png`) });
          await open(`/games/${games[0]!.id}?turn=${shown}`);
          await page.locator('.turn-count strong', { hasText: String(shown) }).waitFor();
          await page.locator('.loading').waitFor({ state: 'detached' });
          await take('game');
          await open('/');
          await until(async () => (await page.locator('.game-card').count()) === 5);
          await page.locator('.seats').getByRole('button', { name: '/champion' }).click();
          await page.locator('.featured h2', { hasText: '/champion' }).waitFor();
          await take('now');
        },
        { ...WINDOW, scheme },
      );
    }
  });
});
