/** What the page starts on the host, in a real browser: analyses of games. */
import { expect } from 'chai';
import type { GameView } from '../../../src/views/game.js';
import type { AnalysisView } from '../../../src/views/live.js';
import { describeInBrowser, expectSound, expectUsable } from '../../support/looks.js';
import { until } from '../../support/soon.js';
import { useStage } from './stage.js';

describeInBrowser('work that the page starts', () => {
  const stage = useStage();

  const view = async () => (await (await fetch(`${stage().host.admin}/api/analysis`)).json()) as AnalysisView;
  const lostGame = async (): Promise<GameView> => (await stage().host.games('snake=%2Fladder&result=loss'))[0]!;

  it('analyses a game, shows how far it is, and then its marks', () =>
    stage().look(async ({ page, open }) => {
      const { id } = await lostGame();
      await open(`/games/${id}`);
      const course = page.getByRole('region', { name: 'Course of the game' });
      await course.getByRole('button', { name: 'Analyse' }).click();
      const progress = page.getByRole('group', { name: 'Analysis' });
      await progress.getByText(/^\d+ of \d+ turns$/).waitFor();
      await expectSound(page, 'an analysis in progress');
      await page.getByRole('img', { name: /^Evaluation [+−]?\d+$/ }).waitFor();
      await page.locator('.scrubber .curves .analysis').waitFor();
      expect(await course.getByRole('button', { name: 'Analyse' }).count()).to.equal(0);
    }));

  it('analyses all lost games at one click, and ends that at another', () =>
    stage().look(async ({ page, open }) => {
      await open('/games');
      const count = page.getByText(/\d+ lost games not analysed$/);
      await count.waitFor();
      await expectUsable(page, 'games with lost ones');
      await page.getByRole('button', { name: 'Analyse all' }).click();
      const progress = page.getByRole('group', { name: 'Analysis' });
      await progress.getByText(/^\d+ of \d+ turns, and \d+ other games$/).waitFor();
      expect((await view()).games.length).to.be.above(1);
      await expectSound(page, 'analyses in progress');
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await count.waitFor();
      await until(async () => (await view()).games.length === 0);
    }));
});
