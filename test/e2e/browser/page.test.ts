/** The page in a real browser: what it shows and does, with games that were played over HTTP. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AutopsyView, GamePieceView } from '../../../src/views/game.js';
import type { Report } from '../../../src/views/report-lines.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { createGate } from '../../support/gate.js';
import { describeInBrowser, expectSound } from '../../support/looks.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';
import { useStage } from './stage.js';

/** What an answer may take on a busy machine, in ms. */
const ALLOWANCE = 30_000;

describeInBrowser('the page', () => {
  const stage = useStage();

  const walk = (prefix: string, game: string) =>
    new WalkingSnake({ url: `${stage().host.url}${prefix}`, game, allowance: ALLOWANCE });

  it('shows live games as they go, and how the host does', () =>
    stage().look(async ({ page, open }) => {
      await open('/');
      const last = page.getByRole('region', { name: 'Last game' });
      await last.getByText('Last game, replayed').waitFor();
      const figure = last.locator('.figure');
      const end = await figure.textContent();
      await last.getByRole('button', { name: 'Play' }).click();
      await until(async () => (await figure.textContent()) !== end);
      await last.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('link', { name: 'Host' }).click();
      await page.getByRole('region', { name: 'Mounted snakes' }).getByText('/keyed').waitFor();
      await page.getByText('all events are on disk').waitFor();
      await page.getByRole('link', { name: 'Now' }).click();
      const one = walk('/greedy', 'live one');
      await one.start();
      await page.locator('.featured h2', { hasText: '/greedy' }).waitFor();
      for (let turn = 0; turn < 3; turn++) {
        await one.move();
        await page.locator('.featured .figure', { hasText: `Turn ${turn}` }).waitFor();
      }
      const two = walk('/cautious', 'live two');
      await two.start();
      await two.move();
      const card = page.locator('.game-card', { hasText: '/cautious' });
      await card.click();
      await page.locator('.featured h2', { hasText: '/cautious' }).waitFor();
      expect(await card.getAttribute('aria-pressed')).to.equal('true');
      expect(page.url()).to.match(/\/\?show=[0-9a-f]{16}$/);
      await one.end();
      await page.locator('.game-card', { hasText: '/greedy' }).locator('.badge').waitFor();
      await two.end();
    }));

  it('shows the snakes of one game together, and leaves the others where they are', () =>
    stage().look(
      async ({ page, open }) => {
        const seats = ['/greedy', '/cautious'].map(
          (prefix) =>
            new WalkingSnake({
              url: `${stage().host.url}${prefix}`,
              game: 'shared',
              you: prefix,
              allowance: ALLOWANCE,
            }),
        );
        const [first, second] = [walk('/thinker', 'first'), walk('/own', 'second')];
        for (const snake of [first, ...seats, second]) {
          await snake.start();
          await snake.move();
        }
        await open('/');
        const grid = page.locator('.game-grid:not(.over)');
        const cards = grid.locator('.game-card');
        await until(async () => (await cards.count()) === 3);
        const shared = cards.filter({ hasText: '/greedy' });
        expect(await shared.locator('.name').allInnerTexts()).to.have.members(['/greedy', '/cautious']);
        // All of them can be seen at once.
        const window = page.viewportSize()!;
        for (const card of await cards.all()) {
          const { y, height } = (await card.boundingBox())!;
          expect(y + height).to.be.below(window.height);
        }
        await page.getByText('3 games, 4 seats').waitFor();
        const place = await cards.filter({ hasText: '/own' }).boundingBox();
        await first.end();
        await page.locator('.game-grid.over', { hasText: '/thinker' }).waitFor();
        expect(await cards.filter({ hasText: '/own' }).boundingBox()).to.deep.equal(place);
        await shared.click();
        const choice = page.getByRole('group', { name: 'Our snakes in this game' });
        await choice.getByRole('button', { name: '/cautious' }).click();
        await page.locator('.featured h2', { hasText: '/cautious' }).waitFor();
        await expectSound(page, 'games together');
        for (const snake of [...seats, second]) await snake.end();
      },
      { width: 1440 },
    ));

  it('shows a list as it was left when a reader goes back to it', () =>
    stage().look(async ({ page, open }) => {
      await open('/games?snake=%2Fladder');
      const rows = page.locator('.games tbody tr');
      await rows.first().waitFor();
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.getByText('these are all').waitFor();
      const row = rows.nth((await rows.count()) - 3);
      await row.scrollIntoViewIfNeeded();
      const left = [await rows.count(), await page.evaluate('scrollY')];
      await row.getByRole('link').first().click();
      await page.locator('.game .board').waitFor();
      expect(await page.evaluate('scrollY')).to.equal(0);
      await page.goBack();
      await rows.first().waitFor();
      await until(async () => (await page.evaluate('scrollY')) === left[1]);
      expect(await rows.count()).to.equal(left[0]);
      expect(new URL(page.url()).search).to.equal('?snake=%2Fladder');
    }));

  it('is shown in more windows than a browser has connections', () =>
    stage().look(async ({ page, open }) => {
      const windows = [page, ...(await Promise.all(Array.from({ length: 7 }, () => page.context().newPage())))];
      for (const one of windows) {
        await one.goto(`${stage().host.admin}/host`);
        await one.getByText('all events are on disk').waitFor();
        await one.locator('.stream.live').waitFor();
      }
      await open('/');
      await page.getByText('Last game, replayed').waitFor();
    }));

  it('leaves the board where it is when the last chance is found', () =>
    stage().look(async ({ page, open }) => {
      const { games, host } = stage();
      const lost = (await host.games()).find(({ id, cause }) => cause !== undefined && id !== games.thinker.id)!;
      const found = createGate();
      await page.route('**/autopsy', (route) => found.promise.then(() => route.continue()));
      await open(`/games/${lost.id}`);
      await page.getByText('Looking for the last chance').waitFor();
      const turn = await page.locator('.turn-count strong').innerText();
      found.resolve();
      await page.getByText('Looking for the last chance').waitFor({ state: 'detached' });
      expect(await page.locator('.turn-count strong').innerText()).to.equal(turn);
    }));

  it('leads from one seat of a game to the others, and knows the ranks of all', () =>
    stage().look(async ({ page, open }) => {
      const games = await stage().host.games();
      const seat = games.find(({ id, game, snakes, endedAt }) => {
        return endedAt && snakes === 2 && games.some((other) => other.game === game && other.id !== id);
      })!;
      const other = games.find(({ id, game }) => game === seat.game && id !== seat.id)!;
      await open(`/games/${seat.id}`);
      await page.keyboard.press('End');
      await until(async () => (await page.locator('.snake-list .badge').count()) === 2);
      await page.locator('.snake-list a').click();
      await page.getByRole('heading', { level: 1, name: other.snake }).waitFor();
      expect(new URL(page.url()).pathname).to.equal(`/games/${other.id}`);
    }));

  it('follows a live game until the user picks another turn', () =>
    stage().look(async ({ page, open }) => {
      const game = walk('/greedy', 'followed');
      await game.start();
      await game.move();
      await open('/');
      await page.getByRole('link', { name: 'Open the game' }).click();
      const count = page.locator('.turn-count');
      await page.getByText('following').waitFor();
      for (let turn = 0; turn < 3; turn++) await game.move();
      await count.filter({ hasText: 'Turn 3' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await count.filter({ hasText: 'Turn 2 of 3' }).waitFor();
      await game.move();
      await count.filter({ hasText: 'Turn 2 of 4' }).waitFor();
      await page.keyboard.press('End');
      await page.getByText('following').waitFor();
      await game.end();
      await page.locator('.game-heading .stream').waitFor({ state: 'detached' });
    }));

  it('plays a local game, shows it live and keeps it', () =>
    stage().look(async ({ page, open }) => {
      const report = () => stage().host.ask<Report>('/api/report');
      const before = await report();
      await open('/');
      await page.getByText('Play a game').click();
      const form = page.locator('.play form');
      await form.getByLabel('/thinker').waitFor();
      for (const box of await form.getByRole('checkbox').all()) await box.uncheck();
      for (const name of ['/greedy', '/cautious']) await form.getByLabel(name, { exact: true }).check();
      await form.getByLabel('Board').selectOption('7');
      await expectSound(page, 'the form of a local game');
      await form.getByRole('button', { name: 'Start' }).click();
      const featured = page.locator('.featured');
      await featured.getByText('local', { exact: true }).waitFor();
      expect(await featured.locator('.snake-list .name').allInnerTexts()).to.deep.equal(['greedy', 'cautious']);
      await page.getByRole('button', { name: 'Stop the local game' }).click();
      await page.getByText('Play a game').waitFor();
      await until(async () => (await report()).local > before.local);
      await open('/games');
      await page.locator('tbody tr').first().getByText('local', { exact: true }).waitFor();
      // It is no game of an engine: reports only say that there is one.
      expect(await report()).to.deep.equal({ ...before, local: before.local + 1 });
      // The mounted snakes did not take part in it.
      const mounts = (await (await fetch(`${stage().host.admin}/snakes`)).json()) as { games: readonly unknown[] }[];
      expect(mounts.flatMap(({ games }) => games)).to.deep.equal([]);
    }));

  it('lists games, one line each, newest first, older ones by scrolling, with filters in the URL', () =>
    stage().look(async ({ page, open }) => {
      await open('/games');
      const rows = page.locator('table.data tbody tr');
      await rows.first().waitFor();
      const count = await rows.count();
      // All seats of a game are on one line, also in the last game.
      const ladder = rows.filter({ hasText: '/ladder' });
      expect(await ladder.filter({ hasNotText: '/up' }).count()).to.equal(0);
      const thinker = rows.filter({ hasText: '/thinker' }).filter({ hasText: '/greedy' });
      expect(await thinker.locator('.named').allInnerTexts()).to.deep.equal(['/greedy', '/thinker']);
      await thinker.locator('svg.board').waitFor();
      await thinker.getByText('won', { exact: true }).waitFor();
      expect(
        await rows
          .filter({ hasText: '/slow' })
          .getByText(/median\s.+\sms\s·\sp99\s.+\sms/)
          .count(),
      ).to.equal(1);
      const end = page.getByText(/^\d+ games, \d+ seats: these are all$/);
      await until(async () => {
        await page.locator('.pager').scrollIntoViewIfNeeded();
        return (await end.count()) === 1;
      });
      const all = await rows.count();
      expect(all).to.be.above(count);
      const turns = () => rows.locator('td.number:not(.minor)').allInnerTexts();
      await page.getByRole('button', { name: /^Turns/ }).click();
      await until(async () => (await rows.count()) > 0 && page.url().endsWith('?order=turns'));
      await page.locator('[aria-sort=descending]').waitFor();
      const sorted = await turns();
      // The first page of the order, which the host makes over all games.
      const [longest] = await stage().host.games('order=turns');
      expect(Number(sorted[0])).to.equal(longest!.turns);
      expect(sorted).to.deep.equal(sorted.toSorted((one, other) => Number(other) - Number(one)));
      expect(await page.getByRole('columnheader', { name: /^Turns/ }).getAttribute('aria-sort')).to.equal('descending');
      // A link has the filters, too.
      await open(`/games?snake=${encodeURIComponent('/thinker')}&result=loss`);
      await until(async () => (await rows.count()) === 1);
      await rows.getByRole('link', { name: '/thinker' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('.game-heading', { hasText: '/thinker' }).waitFor();
      expect(page.url()).to.include(`/games/${stage().games.thinker.id}`);
      await page.goBack();
      await page.getByRole('button', { name: 'Clear' }).click();
      await until(async () => (await rows.count()) > 1);
      expect(page.url()).not.to.include('snake=');
      await page.getByLabel('Result').selectOption('loss');
      await until(() => page.url().includes('result=loss'));
      await until(async () => (await page.locator('tbody tr', { hasText: 'won' }).count()) === 0);
    }));

  describe('of a game', () => {
    it('shows how the analysis says it stood, and goes to what it has marked', () =>
      stage().look(async ({ page, open }) => {
        const { id } = stage().games.thinker;
        await open(`/games/${id}?turn=0`);
        const analysis = page.getByRole('group', { name: 'Analysis' });
        await analysis.filter({ hasText: /Evaluation[+−]?\d+, depth \d+/ }).waitFor();
        await page.getByRole('img', { name: /^Evaluation [+−]?\d+$/ }).waitFor();
        expect(await page.locator('.scrubber .curves .analysis').count()).to.equal(1);
        const legend = page.getByRole('list', { name: 'Marks' });
        await legend
          .getByRole('button', { name: /blunder|mistake|inaccurac/ })
          .last()
          .click();
        await analysis.filter({ hasText: /\?[?!]? (blunder|mistake|inaccuracy).+, gave away \d+ points$/ }).waitFor();
        const marked = Number(await shownTurn(page));
        await page.keyboard.press('ArrowLeft');
        await shows(page, marked - 1);
        // Without the focus on the board, the arrows scroll.
        await page.keyboard.press('ArrowDown');
        await until(async () => Number(await page.evaluate('scrollY')) > 0);
        await shows(page, marked - 1);
        await page.getByRole('group', { name: 'Board' }).focus();
        await page.keyboard.press('ArrowDown');
        await shows(page, marked);
        await page.getByRole('option', { name: /^2 / }).click();
        await shows(page, 2);
      }));

    it('opens at its first big mistake, else at the last chance, and leads from mistake to mistake', () =>
      stage().look(async ({ page, open }) => {
        const { id } = stage().games.thinker;
        const headers = { accept: 'application/json' };
        const read = async (path: string) =>
          (await fetch(`${stage().host.admin}/api/games/${id}/${path}`, { headers })).json();
        const { turns } = (await read('live')) as GamePieceView;
        const { chance } = (await read('autopsy')) as AutopsyView;
        const marked = turns.flatMap(({ turn, analysis }) => (analysis?.mark ? [{ turn, mark: analysis.mark }] : []));
        const big = marked.find(({ mark }) => mark === 'blunder') ?? marked.find(({ mark }) => mark === 'mistake');
        const { turn: opening } = big ?? chance!;
        await open(`/games/${id}`);
        await shows(page, opening);
        await page.getByRole('button', { name: 'Next mistake' }).click();
        await shows(page, (marked.find(({ turn }) => turn > opening) ?? marked[0]!).turn);
      }));

    it('opens exactly the turn that its link names, copies that link, and moves by keys and pointer', () =>
      stage().look(async ({ page, open }) => {
        const { id, turns } = stage().games.thinker;
        await open(`/games/${id}?turn=5`);
        await shows(page, 5);
        expect(await page.getByRole('heading', { name: 'Turn 5' }).count()).to.equal(1);
        await page.keyboard.press('ArrowRight');
        await shows(page, 6);
        await page.waitForURL(/\?turn=6$/);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.keyboard.press('l');
        await page.getByText('Copied').waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(page.url());
        await page.keyboard.press('Home');
        await shows(page, 0);
        await page.keyboard.press('Shift+ArrowRight');
        await shows(page, 10);
        await page.keyboard.press('End');
        await shows(page, turns);
        await page.keyboard.press('Home');
        await page.keyboard.press('Space');
        await until(async () => Number(await shownTurn(page)) > 0);
        await page.keyboard.press('Space');
        const { x, y, width } = (await page.locator('.scrubber').boundingBox())!;
        await page.mouse.move(x + 2, y + 20);
        await page.mouse.down();
        await shows(page, 0);
        await page.mouse.move(x + width - 1, y + 20);
        await shows(page, turns);
        await page.mouse.up();
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys and marks' }).waitFor();
        await page.keyboard.press('Escape');
        await until(async () => (await page.getByRole('dialog').count()) === 0);
      }));

    it('has the rows of turns that can be seen, and changes little from turn to turn', () =>
      stage().look(
        async ({ page, open }) => {
          const { host } = stage();
          const engine = createArenaEngine('arena');
          const { turns } = await engine.play([`${host.url}/greedy`], {
            seed: 'rows',
            ruleset: 'solo',
            maxTurns: 100,
            timeout: ALLOWANCE,
          });
          engine.close();
          const find = async () => (await host.games('snake=%2Fgreedy')).find((game) => game.turns === 100);
          await until(async () => (await find())?.endedAt !== undefined);
          const { id } = (await find())!;
          await open(`/games/${id}?turn=${turns - 5}`);
          const rows = page.getByRole('option');
          const selected = page.getByRole('option', { selected: true });
          await selected.filter({ hasText: new RegExp(`^${turns - 5}`) }).waitFor();
          expect(await rows.count()).to.be.below(50);
          await page.evaluate(`{
            globalThis.changes = 0;
            new MutationObserver((list) => (changes += list.length)).observe(document, {
              subtree: true, childList: true, attributes: true, characterData: true,
            });
          }`);
          await page.keyboard.press('ArrowRight');
          await shows(page, turns - 4);
          expect(Number(await page.evaluate('changes'))).to.be.within(5, 200);
          await page.keyboard.press('Home');
          await selected.filter({ hasText: /^0/ }).waitFor();
          expect(await rows.count()).to.be.below(50);
        },
        { height: 300 },
      ));

    it('shows thoughts, the last chance and the way that would have lived', () =>
      stage().look(async ({ page, open }) => {
        const { id } = stage().games.thinker;
        await open(`/games/${id}?turn=5`);
        await page.getByText('I like it here on turn 5.').waitFor();
        expect(await page.locator('.scrubber .curves .own').count()).to.equal(1);
        const marks = () => page.locator('svg.board').innerHTML();
        const before = await marks();
        await page.getByLabel('Notes').uncheck();
        await until(async () => (await marks()) !== before);
        const autopsy = page.locator('.autopsy');
        await autopsy.getByRole('button').click();
        await page.locator('.legend', { hasText: 'last chance' }).waitFor();
        expect(await autopsy.textContent()).to.include(`Last chance: turn ${await shownTurn(page)}`);
      }));

    it('marks fallbacks, and says why they were needed', () =>
      stage().look(async ({ page, open }) => {
        await open(`/games/${stage().games.late.id}?turn=0`);
        await page.locator('.legend', { hasText: 'fallback' }).waitFor();
        await page.locator('.turn-panel .reason').waitFor();
        await page.locator('.plot-title', { hasText: 'late' }).waitFor();
        expect(await page.locator('.scrubber .curves .late').count()).to.equal(1);
      }));

    it('asks the strategy of today, and saves a turn as a position', () =>
      stage().look(async ({ page, open }) => {
        await open(`/games/${stage().games.thinker.id}?turn=4`);
        await shows(page, 4);
        await page.getByRole('button', { name: /^Ask/ }).click();
        await page.locator('.today', { hasText: '/thinker' }).waitFor();
        expect(await page.locator('.today').textContent()).to.include('I like it here on turn 4.');
        const download = page.waitForEvent('download');
        await page.getByRole('link', { name: 'Save as a position' }).click();
        const file = await download;
        expect(readFileSync(await file.path(), 'utf8')).to.include('turn 4 of');
      }));

    it('links to the list of games if there is no such game', () =>
      stage().look(
        async ({ page, open }) => {
          await open('/games/ffffffffffffffff');
          await page.getByRole('alert').getByRole('link', { name: 'All games' }).click();
          await page.getByRole('heading', { name: 'Games' }).waitFor();
        },
        { allowed: /404/ },
      ));
  });

  it('shows each snake, its versions and its opponents', () =>
    stage().look(async ({ page, open }) => {
      await open('/snakes');
      await page.getByRole('link', { name: '/thinker' }).click();
      await page.getByRole('heading', { level: 1, name: '/thinker' }).waitFor();
      await page.getByText('snake 2').first().waitFor();
      // Too few games for a plot: how many it takes is shown instead.
      await open('/snakes/ladder');
      await page.getByRole('heading', { level: 1, name: 'upward /ladder' }).waitFor();
      await page
        .getByText(/^Score \d\.\d+ ±\s0\.\d+ after \d+ games. About \d+ more games narrow it to ±\s0\.05\.$/)
        .waitFor();
      expect(await page.getByRole('img', { name: /^Mean score over time/ }).count()).to.equal(0);
    }));

  it('shows experiments with their effect as it grew', () =>
    stage().look(async ({ page, open }) => {
      await open('/experiments');
      await page.getByRole('heading', { name: 'upward' }).waitFor();
      await page.locator('.verdict').waitFor();
      await page.getByRole('row', { name: /^Games without a known result \d+ \d+ p = / }).waitFor();
      await page.getByText(/^Games to a verdict: \d+ for ±0\.05/).waitFor();
    }));

  it('stops, resumes and promotes the candidate of a split', () =>
    stage().look(async ({ page, open }) => {
      const state = { guard: '', reason: '', at: 1, since: 1, step: 0, sides: '', promoted: 0 };
      const posted: string[] = [];
      await page.route('**/api/experiments', (route) =>
        route.fulfill({ json: { live: [SPLIT], shadows: [], held: [] } }),
      );
      await page.route('**/experiments/upward%2C%202/*', async (route) => {
        const action = route.request().url().split('/').at(-1)!;
        posted.push(`${route.request().method()} ${action}`);
        const changes = { stop: { guard: 'a person' }, resume: {}, promote: { promoted: 2 } };
        const changed = { ...state, ...changes[action as keyof typeof changes] };
        return route.fulfill({
          json: { state: changed, permanent: action === 'promote' ? 'snakes: [the winner]' : undefined },
        });
      });
      await open('/experiments');
      await page.getByRole('row', { name: 'Games assigned 49 51 p = 0.90' }).waitFor();
      await page.getByRole('row', { name: 'Games with lost turns 1 of 49 2 of 51 0.50 of 200' }).waitFor();
      await page.getByRole('row', { name: 'Opponents Nagini (49) none' }).waitFor();
      const button = (name: string) => page.getByRole('button', { name });
      expect(await button('Resume').isDisabled()).to.equal(true);
      await button('Stop').click();
      await page.getByText('stopped: a person').waitFor();
      expect(await button('Stop').isDisabled()).to.equal(true);
      await button('Resume').click();
      await page.getByText('stopped: a person').waitFor({ state: 'detached' });
      expect(await button('Resume').isDisabled()).to.equal(true);
      await button('Promote').click();
      await page.getByText('promoted', { exact: true }).waitFor();
      await page.getByText('snakes: [the winner]').waitFor();
      expect(posted).to.deep.equal(['POST stop', 'POST resume', 'POST promote']);
    }));
});

/** An experiment as the host shows it. */
const SPLIT = {
  design: 'split',
  snake: '/ladder',
  experiment: 'upward, 2',
  decision: 'undecided',
  sentence: 'It is not decided.',
  outlook: 'It takes long.',
  trail: [],
  assigned: { base: 49, candidate: 51, p: 0.9 },
  left: { base: 0, candidate: 0, p: 1 },
  guards: [{ guard: 'lost turns', base: { games: 49, bad: 1 }, candidate: { games: 51, bad: 2 }, evidence: 0.5 }],
  played: { base: { opponents: [{ opponent: 'Nagini', games: 49 }] }, candidate: { opponents: [] } },
};

function shownTurn(page: Page): Promise<string | null> {
  return page.locator('.turn-count strong').textContent();
}

async function shows(page: Page, turn: number): Promise<void> {
  await page.locator('.turn-count strong', { hasText: new RegExp(`^${turn}$`) }).waitFor();
}
