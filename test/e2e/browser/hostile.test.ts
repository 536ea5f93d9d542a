/** What strangers and strategies say, on its way to the page: nothing of it runs, and nothing breaks the layout. */
import { expect } from 'chai';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { describeInBrowser, expectSound } from '../../support/looks.js';
import { spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { readLive } from '../../support/live-readers.js';
import { until } from '../../support/soon.js';
import { useStage } from './stage.js';

/** Says on each turn what the engine calls it; on turn 2 it fails with that. */
const PARROT = `
export const customization = { color: '#7048c0' };
export function move({ turn, you }, { note }) {
  note({ score: turn, text: you.name, line: ['up'] });
  if (turn === 2) throw new Error(you.name);
  return { move: 'up', shout: you.name };
}`;

const TEXTS = {
  'a plain name': 'plain',
  'a script': `<script>alert('ran')</script><img src=x onerror="alert('ran')"><svg onload="alert('ran')">`,
  'an attribute': `" onmouseover="alert('ran')" style="position:fixed;inset:0;background:red" x='`,
  'an address': `javascript:alert('ran')//http://elsewhere.example/a.png`,
  'changed directions': '\u202E\u2066\u2067txet \u05D0\u05D1\u05D2 \u0627\u0644\u0639\u202E',
  'hidden characters': '\u200B\u200D\uFEFF\u2060\u00AD'.repeat(400),
  'one long word': 'W'.repeat(10_000),
  'many words': 'word '.repeat(2000),
  'many lines': 'line\n'.repeat(2000),
  'control characters': '\u0000\u0007\u001B[2J\r\n\nevent: end\ndata: {"forged":1}\n\n\u2028\u2029\u0085',
  'marks on marks': `Z${'\u0301\u0489\u20DD'.repeat(500)}`,
  'wide signs': '﷽𒐫👨‍👩‍👧‍👦'.repeat(200),
  'half a pair': '\uD83D and \uDC0D',
} as const;

/** A request of a game in which everything is called `text`. */
function bodyOf(text: string, turn: number): object {
  const snake = (id: string, x: number) => {
    const body = [turn + 2, turn + 1, turn].map((y) => ({ x, y }));
    const looks = { color: text, head: text, tail: text };
    return {
      id,
      name: text,
      health: 90,
      body,
      head: body[0],
      length: 3,
      latency: text,
      shout: text,
      squad: text,
      customizations: looks,
    };
  };
  const [you, other] = [snake('me', 2), snake('other', 6)];
  return {
    game: {
      id: gameOf(text),
      ruleset: { name: text, version: text, settings: {} },
      map: text,
      source: text,
      timeout: 500,
    },
    turn,
    board: { width: 11, height: 11, food: [{ x: 8, y: 8 }], hazards: [{ x: 0, y: 0 }], snakes: [you, other] },
    you,
  };
}

/** Ids that are too long are refused. */
function gameOf(text: string): string {
  return `game ${text.slice(0, 60)}`;
}

function idOf(text: string): string {
  return gameIdOf({ snake: '/parrot', game: gameOf(text), you: 'me' });
}

const PANELS =
  'header.top, main h1, .stage, .game > section, .turn-list, .more > section, .featured > *, .game-grid > *, .heading, form.filters';

describeInBrowser('hostile text on the page', () => {
  const stage = useStage();
  let host: HostProcess;
  before(async () => {
    const strategies = writeFolder({ 'parrot.js': PARROT });
    host = await spawnHost({
      strategies,
      snakes: [{ prefix: '/parrot', strategy: 'parrot', isolation: 'inline' }],
      journal: { path: join(strategies, 'games.db') },
    });
  });

  const post = async (text: string, action: string, turn: number) => {
    const body = JSON.stringify(bodyOf(text, turn));
    const response = await fetch(`${host.url}/parrot/${action}`, { method: 'POST', body });
    expect(response.status, `${action} ${turn}`).to.equal(200);
  };

  it('leaves the live stream well-formed', async () => {
    const reader = await readLive(`${host.admin}/api/live`);
    const seen = () => new Set(reader.events.map(({ event }) => event));
    await until(() => seen().has('snapshot'));
    for (const text of Object.values(TEXTS)) {
      await post(text, 'start', 0);
      for (let turn = 0; turn < 4; turn++) await post(text, 'move', turn);
    }
    const games = () => JSON.stringify(reader.events.map(({ data }) => data));
    await until(() => Object.values(TEXTS).every((text) => games().includes(idOf(text))));
    expect([...seen()]).to.have.members(['snapshot', 'update']);
    reader.close();
  });

  for (const width of [1280, 360]) {
    it(`does nothing to live games, ${width} pixels wide`, () =>
      stage().look(
        async ({ page, open }) => {
          for (const [name, text] of Object.entries(TEXTS)) {
            await open(`/?show=${idOf(text)}`);
            await page.locator('.featured .board').waitFor();
            await expectInPlace(page, name);
          }
        },
        { width },
        host.admin,
      ));
  }

  it('is kept', async () => {
    for (const text of Object.values(TEXTS)) await post(text, 'end', 4);
    await host.endedGames(Object.keys(TEXTS).length);
  });

  for (const width of [1280, 360]) {
    it(`does nothing to kept games, ${width} pixels wide`, () =>
      stage().look(
        async ({ page, open }) => {
          let plain: Box | undefined;
          for (const [name, text] of Object.entries(TEXTS)) {
            // On turn 2 the strategy has failed with the text.
            await open(`/games/${idOf(text)}?turn=2`);
            await page.locator('.turn-panel .reason').waitFor();
            await expectInPlace(page, name);
            const { x, y, width: wide } = (await page.locator('.board-box').boundingBox())!;
            plain ??= { x, y, wide };
            expect([x, wide], name).to.deep.equal([plain.x, plain.wide]);
            expect(y - plain.y, `${name}: how far the board is pushed down`).to.be.within(-60, 320);
          }
        },
        { width },
        host.admin,
      ));

    it(`does nothing to lists, ${width} pixels wide`, () =>
      stage().look(
        async ({ page, open }) => {
          for (const path of ['/games', '/snakes', '/snakes/parrot']) {
            await open(path);
            await page.locator('tbody tr:visible').first().waitFor();
            await expectInPlace(page, path);
          }
          await open(`/games?opponent=${encodeURIComponent(TEXTS['a script'])}`);
          await page.locator('tbody tr:visible, .state').first().waitFor();
          await expectInPlace(page, 'a filter');
        },
        { width },
        host.admin,
      ));
  }
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

async function expectInPlace(page: Page, name: string): Promise<void> {
  if (name === 'one long word') await expectSound(page, name);
  expect(await page.evaluate('checks.misfits()'), name).to.deep.equal([]);
  expect(await page.evaluate(`checks.overlaps(${JSON.stringify(PANELS)})`), name).to.deep.equal([]);
  expect(await page.locator('script:not([src]), main img, main [onmouseover]').count(), name).to.equal(0);
}
