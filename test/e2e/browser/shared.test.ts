/** A shared game, from the button on its page to the page of a stranger, and until its link ends. */
import { expect } from 'chai';
import { describeInBrowser, expectUsable } from '../../support/looks.js';
import { useStage } from './stage.js';

describeInBrowser('a shared game', () => {
  const stage = useStage();

  it('is shown to a stranger with its best lines, and with nothing else of the host', async () => {
    const { games, host } = stage();
    let path = '';
    await stage().look(async ({ page, open }) => {
      await open(`/games/${games.thinker.id}`);
      await page.getByRole('button', { name: 'Share' }).click();
      const link = await page.locator('.link-out a').getAttribute('href');
      path = new URL(link!).pathname;
      expect(path).to.match(/^\/share\/[\w-]{22}$/);
    });
    const asked: string[] = [];
    await stage().look(
      async ({ page, open }) => {
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await open(path);
        await page.locator('.game .board').waitFor();
        await page.locator('.turn-list .tag', { hasText: '★' }).waitFor();
        await page.getByRole('heading', { name: 'How it died' }).waitFor();
        expect(await page.getByRole('navigation').getByRole('link').count()).to.equal(0);
        for (const name of ['Ask today', 'Share', 'Play a game'])
          expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
        const links = await page.locator('a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
        expect(links).to.deep.equal(['#main']);
        const shown = await page.locator('body').innerText();
        for (const hidden of ['/thinker', 'I like it here', games.thinker.id, 'serpentarium analyse'])
          expect(shown, hidden).not.to.include(hidden);
        await page.keyboard.press('End');
        await page.getByText('Eliminated on turn').waitFor();
        await expectUsable(page, 'a shared game');
      },
      {},
      host.url,
    );
    for (const each of asked) expect(each).to.match(/^\/share\/(assets\/|[\w-]{22}(\/game)?$)/);
    for (const other of ['/api/games', '/games', '/share', '/share/api/shares', `/share/${games.thinker.id}`])
      expect((await fetch(host.url + other)).status, other).to.equal(404);
    await stage().look(async ({ page, open }) => {
      await open('/host');
      const table = page.getByRole('region', { name: 'Shared games' });
      await table.getByRole('button', { name: /^End the link to / }).click();
      await table.waitFor({ state: 'detached' });
    });
    expect((await fetch(host.url + path)).status).to.equal(404);
    expect((await fetch(`${host.url}${path}/game`)).status).to.equal(404);
  });
});
