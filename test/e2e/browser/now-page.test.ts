/** The page of the live games, in a real browser. Needs chromium. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchBrowser, watchPage, type WatchedPage } from '../../support/browser.js';
import { killProcesses, type HostProcess } from '../../support/host-process.js';
import { sketchRequest } from '../../support/requests.js';
import { spawnShownHost } from '../../support/shown-host.js';

const HOSTILE = '<img src=x onerror="document.title=1"> \u202e';

describe('the page of the live games in a browser', () => {
  let host: HostProcess;
  let browser: Browser;
  let shown: WatchedPage;

  before(async function () {
    if (CHROMIUM === undefined) this.skip();
    host = await spawnShownHost();
    browser = await launchBrowser();
    shown = await watchPage(browser, host.admin);
  });

  after(async () => {
    await browser?.close();
    await killProcesses();
  });

  const post = async (game: string, action: string, turn: number) => {
    const snakes = [
      { id: 'me', name: 'Me', body: '5,5 5,4 5,3' },
      { id: 'other', name: HOSTILE, shout: HOSTILE, body: '1,1 1,2 1,3' },
    ] as const;
    const body = JSON.stringify(sketchRequest({ game, turn, snakes }));
    expect((await fetch(`${host.url}/walker/${action}`, { method: 'POST', body })).status).to.equal(200);
  };

  it('says that no game is being played', async () => {
    await shown.open('/');
    await shown.page.getByText('No game is being played.').waitFor();
    expect(await shown.text('.stream')).to.equal('live');
  });

  it('shows a game from its first turn to its end, without a reload', async () => {
    await post('one', 'start', 0);
    for (let turn = 0; turn < 3; turn++) await post('one', 'move', turn);
    await shown.page.getByText('Turn 2', { exact: true }).waitFor();
    expect(await shown.text('.featured .snake-list')).to.contain('<img');
    await post('two', 'start', 0);
    await post('two', 'move', 0);
    await shown.page.waitForSelector('.game-card >> nth=1');
    await shown.screenshot('now-light');
    await post('one', 'end', 3);
    await shown.page.locator('.featured').getByText('won').waitFor();
  });

  it('shows the game that is chosen', async () => {
    await post('three', 'start', 0);
    for (let turn = 0; turn < 2; turn++) await post('three', 'move', turn);
    await shown.page.locator('.game-card', { has: shown.page.locator('.turn', { hasText: /^1$/ }) }).click();
    await shown.page.locator('.turn-line .figure', { hasText: /^Turn 1$/ }).waitFor();
    expect(shown.page.url()).to.match(/\?show=[0-9a-f]+$/);
  });

  it('fits a phone at night', async () => {
    const phone = await watchPage(browser, host.admin, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await phone.open('/');
    await phone.page.waitForSelector('.featured');
    await phone.screenshot('now-phone-dark');
    expect(phone.problems).to.deep.equal([]);
  });

  it('causes no error, asks no other host, and runs nothing that snakes are called', async () => {
    expect(shown.problems).to.deep.equal([]);
    expect(await shown.page.title()).to.equal('Now · Serpentarium');
  });

  it('is grey while the host is frozen, and says since when', async () => {
    host.signal('SIGSTOP');
    await shown.page.locator('.contents.stale').waitFor({ timeout: 60_000 });
    expect(await shown.text('.stream')).to.match(/^reconnecting since \d{4}-/);
    host.signal('SIGCONT');
    await shown.page.locator('.stream.live').waitFor({ timeout: 60_000 });
  });

  it('says that it reconnects when the host is gone', async () => {
    host.signal('SIGTERM');
    await shown.page.locator('.stream.reconnecting').waitFor();
  });
});
