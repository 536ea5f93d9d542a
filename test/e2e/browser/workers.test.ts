/** The workers of a contest on its page: who plays, who is silent or refused, and names that are hostile. */
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { addContestRoutes } from '../../../src/http/page-routes/contest-routes.js';
import { startPageServer, type PageServer } from '../../../src/http/page-routes/page-server.js';
import type { ContestView } from '../../../src/page/api/contests.js';
import { describeInBrowser, expectSound, launchBrowser, lookAt } from '../../support/looks.js';
import { contestView, sourceOf, workerView } from '../../support/contest-views.js';

const SCRIPT = `<img src=x onerror="alert('ran')"><script>alert('ran')</script>`;
const TOO_SLOW = 'it is too slow: its speed is 0.10, that of the coordinator 1.00';

const ROWS = [
  workerView({
    id: 'bad',
    name: 'berta',
    state: 'refused',
    reason: TOO_SLOW,
  }),
  workerView(),
  workerView({ id: 'hostile', name: SCRIPT, machine: 'W'.repeat(60), games: 0 }),
  workerView({ id: 'silent', name: 'carl', machine: 'carl', state: 'silent', gamesPerMinute: 0, lostTurns: 17 }),
];

describeInBrowser('the workers of a contest', () => {
  let contest: ContestView;
  let server: PageServer;
  let endStreams: () => Promise<void>;
  let browser: Browser;
  before(async () => {
    contest = contestView({ workers: { playing: 2, silent: 1, refused: 1 }, workerRows: ROWS });
    const source = sourceOf(() => [contest]);
    server = await startPageServer({
      port: 0,
      source: '--browser',
      page: 'contest',
      home: () => undefined,
      extend: (router) => void (endStreams = addContestRoutes(router, source)),
      onBug(bug) {
        throw bug as Error;
      },
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await endStreams();
    await server.close();
  });

  for (const [name, looks] of [
    ['light', {}],
    ['dark', { scheme: 'dark' }],
    ['narrow', { width: 360, height: 800 }],
  ] as const) {
    it(`are shown with state and figures (${name})`, async () => {
      await lookAt(
        browser,
        server.url,
        async ({ page, open }) => {
          await open(`/contests/${contest.id}`);
          const table = page.getByRole('region', { name: 'Workers' });
          await table.waitFor();
          expect(await table.getByRole('row').count()).to.equal(1 + ROWS.length);
          const shown = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
          expect(shown).to.include('play; 1 silent, 1 refused');
          expect(shown).to.include(`refused ${TOO_SLOW}`);
          // A name is text, whatever it says.
          expect(shown).to.include(SCRIPT);
          expect(await page.locator('main img, main script').count()).to.equal(0);
          await expectSound(page, name);
        },
        looks,
      );
    });
  }

  it('change as the contest goes on', async () => {
    await lookAt(browser, server.url, async ({ page, open }) => {
      await open(`/contests/${contest.id}`);
      await page.getByRole('row', { name: /carl/ }).getByText('silent').waitFor();
      contest = contestView({
        workers: { playing: 1, silent: 0, refused: 0 },
        workerRows: [workerView({ id: 'silent', name: 'carl', machine: 'carl' })],
      });
      await page.getByRole('row', { name: /carl/ }).getByText('playing').waitFor();
      expect(await page.getByText(TOO_SLOW).count()).to.equal(0);
    });
  });
});
