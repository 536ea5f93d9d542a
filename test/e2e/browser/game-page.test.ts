/** The page of one game, in a real browser. Needs chromium. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import type { GameRow } from '../../../src/journal/game-rows.js';
import { CHROMIUM, launchBrowser, watchPage, type WatchedPage } from '../../support/browser.js';
import { killProcesses, type HostProcess } from '../../support/host-process.js';
import { playShownGame, spawnShownHost } from '../../support/shown-host.js';
import { until } from '../../support/soon.js';

describe("a game's page in a browser", () => {
  let host: HostProcess;
  let browser: Browser;
  let game: GameRow;
  let shown: WatchedPage;

  before(async function () {
    if (CHROMIUM === undefined) this.skip();
    host = await spawnShownHost();
    game = await playShownGame(host);
    browser = await launchBrowser();
    shown = await watchPage(browser, host.admin, { permissions: ['clipboard-read', 'clipboard-write'] });
  });

  after(async () => {
    await browser?.close();
    await killProcesses();
  });

  const turnShown = async () => Number((await shown.text('.turn-count')).match(/Turn (\d+)/)![1]);

  it('shows how it ended, and every turn by keys', async () => {
    const { page } = shown;
    await shown.open(`/games/${game.id}`);
    await page.waitForSelector('.stage');
    expect(await turnShown()).to.be.within(game.turns - 1, game.turns);
    expect(await shown.text('h1')).to.match(/^\/thinker /);
    await page.keyboard.press('Home');
    expect(await turnShown()).to.equal(0);
    await page.keyboard.press('ArrowRight');
    expect(await turnShown()).to.equal(1);
    await page.keyboard.press('ArrowDown');
    expect(await turnShown()).to.equal(8);
    expect(await shown.text('.turn-panel')).to.match(/its last proposal, since it was late/);
    await page.keyboard.press('Space');
    await until(async () => (await turnShown()) > 9);
    await page.keyboard.press('Space');
  });

  it('opens exactly the turn of a link, and copies that link', async () => {
    const { page } = shown;
    await shown.open(`/games/${game.id}?turn=7`);
    await page.waitForSelector('.stage');
    expect(await turnShown()).to.equal(7);
    expect(await shown.text('.thought')).to.match(/^health \d+ <b>bold<\/b>$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('l');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(`${host.admin}/games/${game.id}?turn=8`);
  });

  it('can be scrubbed with the mouse', async () => {
    const { page } = shown;
    const box = (await page.locator('.scrubber').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    expect(await turnShown()).to.be.closeTo(game.turns / 2, 1.01);
    await page.mouse.move(box.x + 1, box.y + 30);
    await page.mouse.up();
    await until(async () => (await turnShown()) === 0);
  });

  it('shows the last chance, and today’s answer', async () => {
    const { page } = shown;
    await page.getByRole('button', { name: 'Ask today' }).click();
    await page.waitForSelector('.today, .ask .problem');
    expect(await shown.text('.today')).to.match(/^\/thinker today: (up|down|left|right), its own answer/);
    if (game.cause === undefined) return;
    await page.waitForSelector('.autopsy');
    expect(await shown.text('.autopsy')).to.match(/^On turn \d+ it /);
  });

  it('fits a phone, by day and by night', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const phone = await watchPage(browser, host.admin, { viewport: { width: 360, height: 740 }, colorScheme });
      await phone.open(`/games/${game.id}?turn=8`);
      await phone.page.waitForSelector('.stage');
      await phone.screenshot(`game-phone-${colorScheme}`);
      await phone.page.setViewportSize({ width: 1280, height: 900 });
      await phone.screenshot(`game-${colorScheme}`);
      expect(phone.problems).to.deep.equal([]);
      await phone.page.context().close();
    }
  });

  it('causes no error, and asks no other host', () => {
    expect(shown.problems).to.deep.equal([]);
  });
});
