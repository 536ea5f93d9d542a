/**
 * The pictures of the README and of the guide to the page. `npm run generate` makes them of the build that ships, and
 * notes what they show. Without `SCREENSHOTS`, the page is compared with these notes.
 */
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, newJournal, spawnHost, type HostProcess } from '../../support/host-process.js';
import { describeInBrowser, launchBrowser, lookAt } from '../../support/looks.js';
import { PICTURES_FILE, type PictureNotes } from '../../support/picture-notes.js';
import { until } from '../../support/soon.js';
import { version } from '../../../src/version.js';

const FOLDER = process.env['SCREENSHOTS'];
const WINDOW = { width: 1280, height: 800 };
const GAME = { timeout: 5000, width: 11, height: 11 };
const THREE = ['champion', 'greedy', 'cautious'];
/** Games of the experiment. */
const DEALT = 12;

describeInBrowser('the pictures of the documents', function () {
  let browser: Browser;
  let host: HostProcess;
  /** The game that is shown in full, and its turn. */
  let id: string;
  let shown: number;
  before(async function () {
    this.timeout(300_000);
    host = await spawnHost({
      strategies: inRepository('strategies'),
      snakes: [
        { prefix: '/champion', strategy: 'champion', options: { nodes: 2000 } },
        ...['hunter', 'greedy', 'cautious'].map((name) => ({
          prefix: `/${name}`,
          strategy: name,
          isolation: 'inline',
        })),
      ],
      experiments: [{ prefix: '/ladder', name: 'open-space', base: '/greedy', candidate: '/cautious' }],
      journal: newJournal(),
    });
    const engine = createArenaEngine('arena');
    const at = (names: readonly string[]) => names.map((name) => `${host.url}/${name}`);
    const play = (names: readonly string[], options: object) => engine.play(at(names), { ...GAME, names, ...options });
    await play(THREE, { seed: 'readme', maxTurns: 120 });
    for (let seed = 0; seed < DEALT; seed++) await play(['ladder', 'hunter'], { seed, maxTurns: 60 });
    await host.endedGames(3 + 2 * DEALT);
    const [game] = await host.games('snake=/champion');
    [id, shown] = [game!.id, Math.floor(game!.turns * 0.6)];
    const { code, stderr } = await host.cli('analyse', id, '--nodes', '2000');
    expect(code, stderr).to.equal(0);
    // Games that the engine has left are still open.
    const leave = (names: readonly string[], turn: number, options: object) =>
      engine.crash(at(names), turn, { ...GAME, names, ...options });
    for (const seed of ['first', 'second', 'third', 'fourth'])
      await leave(['hunter', 'greedy', 'cautious', 'champion'], 18, { seed });
    await leave([...THREE, 'hunter'], 30, { seed: 'readme', ruleset: 'royale', map: 'royale' });
    engine.close();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await killProcesses();
  });

  type Open = (path: string) => Promise<void>;
  const openGame = async (page: Page, open: Open) => {
    await open(`/games/${id}?turn=${shown}`);
    await page.locator('.turn-count strong', { hasText: String(shown) }).waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
  };
  const openNow = async (page: Page, open: Open) => {
    await open('/');
    await until(async () => (await page.locator('.game-card').count()) === 5);
    await page.locator('.seats').getByRole('button', { name: '/champion' }).click();
    await page.locator('.featured h2', { hasText: '/champion' }).waitFor();
  };
  const openNamed = (path: string) => async (page: Page, open: Open) => {
    await open(path);
    await page.locator('h1').waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
  };
  const PICTURES = {
    'game-light': { scheme: 'light', show: openGame },
    'game-dark': { scheme: 'dark', show: openGame },
    'page-now': { scheme: 'light', show: openNow },
    'page-snakes': { scheme: 'light', show: openNamed('/snakes') },
    'page-experiments': { scheme: 'light', show: openNamed('/experiments') },
    'page-host': { scheme: 'light', show: openNamed('/host') },
  } as const;

  for (const [name, { scheme, show }] of Object.entries(PICTURES)) {
    it(`show the page as it is: ${name}`, async () => {
      await lookAt(
        browser,
        host.admin,
        async ({ page, open }) => {
          await show(page, open);
          const now = { version, labels: await labelsOf(page) };
          if (FOLDER === undefined) {
            const { [name]: noted } = readNotes();
            expect({ version: noted?.version, labels: noted?.labels }, 'run "npm run generate"').to.deep.equal(now);
          } else {
            const box = await page.locator('main').boundingBox();
            const height = Math.min(WINDOW.height, Math.ceil(box!.y + box!.height));
            const clip = { x: 0, y: 0, width: WINDOW.width, height };
            const picture = await page.screenshot({ path: join(FOLDER, `${name}.png`), clip });
            const sha256 = createHash('sha256').update(picture).digest('hex');
            writeFileSync(
              PICTURES_FILE,
              `${JSON.stringify({ ...readNotes(), [name]: { ...now, sha256 } }, undefined, 2)}\n`,
            );
          }
        },
        { ...WINDOW, scheme },
      );
    });
  }
});

function readNotes(): Record<string, PictureNotes> {
  return JSON.parse(readFileSync(PICTURES_FILE, 'utf8')) as Record<string, PictureNotes>;
}

/** The layout in words: headings, column heads, links of the frame and buttons, from top to bottom, without figures. */
function labelsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('header a, h1, h2, h3, th, button, summary, label > span')];
    const texts = found.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim());
    return [...new Set(texts.filter((text) => text !== '' && !/\d/.test(text)))];
  });
}
