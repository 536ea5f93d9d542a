import { expect } from 'chai';
import { play } from '../../../src/arena/game/play.js';
import { PlayPage } from '../../../src/commands/play/play-page.js';
import type { GamePieceView } from '../../../src/views/game.js';
import { createParticipants } from '../../support/local-snakes.js';
import { watchGame } from '../../support/viewers.js';

describe('the page of a game that is played', () => {
  let page: PlayPage;
  let base: string;
  const participants = createParticipants('greedy', 'constant');
  before(async () => {
    page = await PlayPage.open(0, participants);
    base = page.link.replace('/games/local', '');
  });
  after(() => page.close());
  const ask = () => fetch(`${base}/api/games/local/live`, { headers: { accept: 'application/json' } });

  it('has nothing before the game begins', async () => {
    expect((await ask()).status).to.equal(404);
    expect((await fetch(`${base}/games/local`)).status).to.equal(404);
  });

  it('has the whole game afterwards, for the page and for the viewer', async () => {
    const { turns, deaths } = await play({ seed: 3, participants, watchers: [page.watcher] });
    const shown = (await (await ask()).json()) as GamePieceView;
    expect(shown.game).to.deep.include({ snake: 'greedy', opponents: ['constant'], turns });
    expect(shown.turns[0]!.answer).to.deep.include({ source: 'strategy', kind: 'moved' });
    expect(shown.turns.at(-1)).to.deep.include({ turn: turns, isFinal: true });
    const [viewing] = await watchGame(`${base}/games/local/events`);
    expect(viewing!.turns).to.deep.equal(Array.from({ length: turns + 1 }, (_, turn) => turn));
    const last = viewing!.messages.at(-2)!.Data.Snakes;
    for (const { id, cause, turn } of deaths) {
      const death = last.find(({ ID }) => ID === id)!.Death;
      expect([death!.Cause, death!.Turn]).to.deep.equal([cause, turn]);
    }
    expect(new URL(page.viewer).searchParams.get('engine')).to.equal(base);
  });

  it('knows when a browser has asked for the game, which waits for that', async () => {
    const other = await PlayPage.open(0, participants);
    try {
      const visited = other.visited.then(() => 'visited');
      expect(await Promise.race([visited, Promise.resolve('not yet')])).to.equal('not yet');
      await fetch(`${other.link.replace('/games', '/api/games')}/live`);
      expect(await visited).to.equal('visited');
    } finally {
      await other.close();
    }
  });

  it('is a page for browsers', async () => {
    const response = await fetch(page.link, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).to.include('text/html');
  });
});
