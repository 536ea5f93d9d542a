/** Every page, at every size and in both themes, and by keyboard alone. */
import { newJournal, spawnHost, type HostProcess } from '../../support/host-process.js';
import { describeInBrowser, expectUsable } from '../../support/looks.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';
import { useStage, type Stage } from './stage.js';

interface Sight {
  readonly path: (stage: Stage) => string;
  /** What is there once the page is complete. */
  readonly shows: string;
  /** What is there once all parts have loaded, as the page is scrolled to its end. */
  readonly ends?: string;
  /** What can be seen without scrolling on a desk. */
  readonly first?: readonly string[];
  /** Of the stage's host (default: its admin port), or of a host that was just installed. */
  readonly on?: 'public' | 'new';
}

const ON_BOARD = ['.board-box', '[aria-label="Playback"]', '#turn-title'];

const PAGES: Readonly<Record<string, Sight>> = {
  'Now with nothing': { path: () => '/', shows: '.state.empty', on: 'new' },
  'Now with the last game on loop': { path: () => '/', shows: '.featured .board', first: ['.featured .board'] },
  Host: { path: () => '/host', shows: '[aria-label="Mounted snakes"]' },
  Games: { path: () => '/games', shows: '.pager', ends: '.pager :text("these are all")' },
  'no game': { path: () => '/games?result=abandoned', shows: '.state.empty' },
  'a lost game': {
    path: ({ games }) => `/games/${games.thinker.id}?turn=6`,
    shows: '.autopsy button',
    first: ON_BOARD,
  },
  'a game with hazards': {
    path: ({ games }) => `/games/${games.keyed.id}?turn=30`,
    shows: '.turn-panel',
    first: ON_BOARD,
  },
  'a game full of fallbacks': {
    path: ({ games }) => `/games/${games.late.id}?turn=1`,
    shows: '.legend button',
    first: ON_BOARD,
  },
  'an imported game': { path: ({ games }) => `/games/${games.imported.id}`, shows: '.turn-panel', first: ON_BOARD },
  Puzzles: { path: () => '/puzzles', shows: '.puzzle' },
  Snakes: { path: () => '/snakes', shows: 'tbody tr' },
  'a snake': { path: () => '/snakes/ladder', shows: '.tiles' },
  Experiments: { path: () => '/experiments', shows: '.verdict' },
  'no such game': { path: () => '/games/nothing', shows: '[role=alert]' },
  'no such page': { path: () => '/nothing', shows: 'h1' },
  'the public port': { path: () => '/', shows: 'li a', on: 'public' },
  'no page on the public port': { path: () => '/nothing', shows: 'h1', on: 'public' },
};

describeInBrowser('every page', () => {
  const stage = useStage();
  let fresh: HostProcess;
  before(async () => {
    fresh = await spawnHost({
      snakes: [{ prefix: '/a', strategy: 'good', isolation: 'inline' }],
      journal: newJournal(),
    });
  });

  for (const [name, { path, shows, ends, first = [], on }] of Object.entries(PAGES)) {
    it(`works at every size, light and dark, and by keyboard alone: ${name}`, () => {
      const { host } = stage();
      const base = on === 'new' ? fresh.admin : on === 'public' ? host.url : host.admin;
      return stage().look(
        async ({ page, open }) => {
          await open(path(stage()));
          await page.locator(shows).first().waitFor();
          if (ends !== undefined) {
            await until(async () => {
              await page.keyboard.press('End');
              return page.locator(ends).isVisible();
            });
          }
          await expectUsable(page, name, first);
        },
        { allowed: /404/ },
        base,
      );
    });
  }

  it('works so while a game is live', async () => {
    const game = new WalkingSnake({ url: `${fresh.url}/a`, game: 'walked', allowance: 30_000 });
    await game.start();
    await game.move();
    await stage().look(
      async ({ page, open }) => {
        await open('/');
        const link = page.getByRole('link', { name: 'Open the game' });
        const address = (await link.getAttribute('href'))!;
        await expectUsable(page, 'Now with a live game');
        await open(address);
        await page.locator('.turn-panel').waitFor();
        await expectUsable(page, 'a live game', ON_BOARD);
      },
      {},
      fresh.admin,
    );
  });
});
