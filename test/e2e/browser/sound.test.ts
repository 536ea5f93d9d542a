/** Every page in light and in dark, on a desk and on a phone: axe-core finds nothing, and nothing hangs out. */
import { describeInBrowser, expectSound, type Looks } from '../../support/looks.js';
import { useStage, type Stage } from './stage.js';

interface Sight {
  readonly path: (stage: Stage) => string;
  /** What is there once the page is complete. */
  readonly shows: string;
}

const PAGES: Readonly<Record<string, Sight>> = {
  Now: { path: () => '/', shows: '.featured .board' },
  Host: { path: () => '/host', shows: '[aria-label="Mounted snakes"]' },
  Games: { path: () => '/games', shows: '.pager' },
  'no game': { path: () => '/games?result=abandoned', shows: '.state.empty' },
  'a lost game': { path: ({ games }) => `/games/${games.thinker.id}?turn=6`, shows: '.autopsy button' },
  'a game with hazards': { path: ({ games }) => `/games/${games.keyed.id}?turn=30`, shows: '.turn-panel' },
  'a game full of fallbacks': { path: ({ games }) => `/games/${games.late.id}?turn=1`, shows: '.legend button' },
  Snakes: { path: () => '/snakes', shows: 'tbody tr' },
  'a snake': { path: () => '/snakes/ladder', shows: '.tiles' },
  Experiments: { path: () => '/experiments', shows: '.verdict' },
  'no page': { path: () => '/games/nothing', shows: '[role=alert]' },
};

const LOOKS: Readonly<Record<string, Looks>> = {
  'on a desk, light': { scheme: 'light' },
  'on a desk, dark': { scheme: 'dark' },
  'on a phone, light': { scheme: 'light', width: 360, height: 740 },
  'on a phone, dark': { scheme: 'dark', width: 360, height: 740 },
};

for (const [looks, how] of Object.entries(LOOKS)) {
  describeInBrowser(`all pages ${looks}`, () => {
    const stage = useStage();

    it('can be used by everybody, and fit', () =>
      stage().look(
        async ({ page, open }) => {
          for (const [name, { path, shows }] of Object.entries(PAGES)) {
            await open(path(stage()));
            await page.locator(shows).first().waitFor();
            await expectSound(page, name);
          }
        },
        { ...how, allowed: /404/ },
      ));
  });
}
