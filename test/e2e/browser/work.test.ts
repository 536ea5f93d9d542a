/** What the page starts on the host, in a real browser: analyses, pictures, games that continue others, puzzles. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { cellsAlong } from '../../../src/drawing/board-drawing.js';
import type { Direction } from '../../../src/rules/types.js';
import type { AutopsyView, GameBoardView, GamePieceView, GameView } from '../../../src/views/game.js';
import type { AnalysisView } from '../../../src/views/live.js';
import { decodeGif } from '../../support/decode-gif.js';
import { describeInBrowser, expectSound } from '../../support/looks.js';
import { until } from '../../support/soon.js';
import { useStage } from './stage.js';

const bodies = ({ snakes }: GameBoardView) => snakes.map(({ body }) => body);

describeInBrowser('work that the page starts', () => {
  const stage = useStage();

  const view = async () => (await (await fetch(`${stage().host.admin}/api/analysis`)).json()) as AnalysisView;
  const pieceOf = async (id: string): Promise<GamePieceView> => {
    const headers = { accept: 'application/json' };
    return (await (await fetch(`${stage().host.admin}/api/games/${id}/live`, { headers })).json()) as GamePieceView;
  };
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

  it('stays with a game while the host of its analysis does not answer', () =>
    stage().look(
      async ({ page, open }) => {
        const { id } = stage().games.keyed;
        let isAway = false;
        const games = [id];
        await page.route('**/api/analysis', (route) =>
          isAway ? route.abort() : route.fulfill({ json: { games, searched: 1, total: 9 } satisfies AnalysisView }),
        );
        await open(`/games/${id}?turn=5`);
        const progress = page.getByRole('group', { name: 'Analysis' });
        await progress.getByText('1 of 9 turns').waitFor();
        let shows = 0;
        page.on('request', (request) => (shows += Number(request.url().includes('/live'))));
        isAway = true;
        await page.waitForEvent('requestfailed');
        await page.waitForEvent('requestfailed');
        expect([await progress.getByText('1 of 9 turns').count(), shows]).to.deep.equal([1, 0]);
        isAway = false;
        games.pop();
        await progress.getByRole('button', { name: 'Analyse' }).waitFor();
        await until(() => shows > 0);
      },
      { allowed: /ERR_FAILED/ },
    ));

  it('analyses all lost games at one click, and ends that at another', () =>
    stage().look(async ({ page, open }) => {
      await open('/games');
      const count = page.getByText(/\d+ lost games not analysed$/);
      await count.waitFor();
      await expectSound(page, 'games with lost ones');
      await page.getByRole('button', { name: 'Analyse all' }).click();
      const progress = page.getByRole('group', { name: 'Analysis' });
      await progress.getByText(/^\d+ of \d+ turns, and \d+ other games$/).waitFor();
      expect((await view()).games.length).to.be.above(1);
      await expectSound(page, 'analyses in progress');
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await count.waitFor();
      await until(async () => (await view()).games.length === 0);
    }));

  it('saves a picture of the shown turn, and a GIF of the chosen turns', () =>
    stage().look(
      async ({ page, open }) => {
        const { id } = stage().games.thinker;
        await open(`/games/${id}?turn=5`);
        const save = async (button: string) => {
          const download = page.waitForEvent('download');
          await page.getByRole('button', { name: button, exact: true }).click();
          const file = await download;
          return [file.suggestedFilename(), readFileSync(await file.path())] as const;
        };
        const [svgName, svg] = await save('Picture');
        expect(svgName).to.equal(`${id}-5.svg`);
        expect(svg.toString()).to.include('<title>Turn 5 · lost after ');
        await page.getByLabel('of turns').fill('3');
        await page.getByLabel('to', { exact: true }).fill('6');
        const [gifName, gif] = await save('GIF');
        expect(gifName).to.equal(`${id}-3-6.gif`);
        expect(decodeGif(gif).frames.length).to.equal(4);
        await page.getByLabel('of turns').fill('8');
        await page.getByRole('button', { name: 'GIF', exact: true }).click();
        await page.getByRole('alert').getByText('none of these turns was kept').waitFor();
        await expectSound(page, 'a picture that cannot be made');
      },
      { allowed: /400/ },
    ));

  it('plays on from a turn, with other snakes and the chosen first move', () =>
    stage().look(async ({ page, open }) => {
      const { id } = stage().games.thinker;
      await open(`/games/${id}?turn=5`);
      await page.getByText('Play on from here').click();
      const moves = page.getByRole('group', { name: 'Moves' }).getByRole('button');
      await moves.first().waitFor();
      // At the end there is nothing to choose, and going back finds the choice as it was.
      await page.keyboard.press('End');
      await until(async () => (await moves.count()) === 0);
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: /^Play from turn/ }).waitFor();
      await page.keyboard.press('Home');
      for (let turn = 0; turn < 5; turn++) await page.keyboard.press('ArrowRight');
      await page.getByRole('heading', { name: 'Turn 5' }).waitFor();
      await moves.first().waitFor();
      const choices = await Promise.all((await moves.all()).map((each) => each.getAttribute('aria-label')));
      const { turns } = await pieceOf(id);
      const { board, answer } = turns[5]!;
      const chosen = choices.find((move) => move !== answer!.move)!;
      await moves.nth(choices.indexOf(chosen)).click();
      await page.getByText(`First move: ${chosen}.`).waitFor();
      await page.getByLabel('(ours)').selectOption('/cautious');
      await expectSound(page, 'playing on');
      await page.getByRole('button', { name: 'Play from turn 5' }).click();
      await page.locator('.featured').getByText('local', { exact: true }).waitFor();
      await page.locator('.featured').getByText('Turn 7', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Stop the local game' }).click();
      await page.getByText('Play a game').waitFor();
      const local = async () =>
        (await stage().host.games('snake=%2Fcautious')).find(({ source }) => source === 'local');
      await until(async () => (await local())?.endedAt !== undefined);
      const [first, second] = (await pieceOf((await local())!.id)).turns;
      expect([first!.turn, bodies(first!.board)]).to.deep.equal([5, bodies(board)]);
      const ours = board.snakes.findIndex(({ isYou }) => isYou);
      const [head] = bodies(board)[ours]!;
      expect(bodies(second!.board)[ours]![0]).to.deep.equal(cellsAlong(board, head!, [chosen as Direction])[1]);
    }));

  it('asks two snakes on one turn, next to each other, and scores all of its moves', () =>
    stage().look(async ({ page, open }) => {
      await open(`/games/${stage().games.thinker.id}?turn=4`);
      await page.getByLabel('Snake to ask').selectOption('/greedy');
      await page.getByLabel('Snake to compare it with').selectOption('/own');
      await page.getByRole('button', { name: 'Ask today' }).click();
      const answers = page.locator('.today');
      await until(async () => (await answers.count()) === 2);
      expect(await answers.allInnerTexts()).to.satisfy(([one, other]: string[]) =>
        Boolean(one?.startsWith('/greedy today: ') && other?.startsWith('/own today: ')),
      );
      const [left, right] = [(await answers.first().boundingBox())!, (await answers.last().boundingBox())!];
      expect([left.y, left.x < right.x]).to.deep.equal([right.y, true]);
      await page.getByRole('button', { name: 'Score all moves' }).click();
      const rows = page.getByRole('table', { name: /moves of this turn/ }).locator('tbody tr');
      await until(async () => (await rows.count()) === 4);
      expect((await rows.first().innerText()).split('\t')).to.have.length(3);
      await rows.first().scrollIntoViewIfNeeded();
      await expectSound(page, 'two answers and all moves');
    }));

  it('makes puzzles of lost games, and judges the move', () =>
    stage().look(async ({ page, open }) => {
      const { id } = stage().games.thinker;
      await open('/games');
      await page.getByRole('link', { name: 'Puzzles from lost games' }).click();
      const riddle = page.getByRole('region', { name: 'Find the move' });
      const link = riddle.getByRole('link', { name: 'Show the game' });
      await link.waitFor();
      await page.reload();
      await link.waitFor();
      // The games of the ladder are newer or older, as it happened.
      while (!(await link.getAttribute('href'))!.includes(id)) {
        const before = await link.getAttribute('href');
        await riddle.getByRole('button', { name: 'Skip' }).click();
        await until(async () => (await link.count()) === 1 && (await link.getAttribute('href')) !== before);
      }
      await expectSound(page, 'a puzzle');
      const turn = Number(new URL((await link.getAttribute('href'))!, page.url()).searchParams.get('turn'));
      const { chance } = (await (await fetch(`${stage().host.admin}/api/games/${id}/autopsy`)).json()) as AutopsyView;
      const { turns } = await pieceOf(id);
      const [right] = turn === chance?.turn && !chance.isLost ? chance.moves : turns[turn]!.analysis!.line;
      await riddle.getByRole('group', { name: 'Moves' }).getByRole('button', { name: right! }).click();
      await riddle.getByText(/^Yes, /).waitFor();
      await expectSound(page, 'a solved puzzle');
      await link.click();
      await page.getByRole('heading', { name: `Turn ${turn}` }).waitFor();
    }));
});
