import { expect } from 'chai';
import { addGameRoutes, addTurnRoutes } from '../../../src/http/page-routes/game-routes.js';
import type { GamePieceView, GlimpsesView } from '../../../src/views/game.js';
import type { AskOutcome, Asker } from '../../../src/page/asker.js';
import { LiveFeed } from '../../../src/page/live/live-feed.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { refusalOf } from '../../support/errors.js';
import { beganEvent, DUEL, gameEvents, turnEvent } from '../../support/journals.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const ANSWERED: AskOutcome = {
  kind: 'answered',
  snake: '/greedy',
  answer: { kind: 'moved', move: 'left', took: 12 },
};

const FAILED = { kind: 'failed', move: 'left', took: 3, fallback: 'safe', reason: 'it throws' } as const;

describe('a game on the page', () => {
  let journal: SqlJournal;
  let url: string;
  let feed: LiveFeed;
  let outcome: AskOutcome;
  let asked: unknown[];
  const id = gameIdOf(beganEvent({ game: 'g' }));
  before(async () => {
    journal = await SqlJournal.open();
    await journal.write(gameEvents({ game: 'g', result: 'win', end: { ...DUEL, turn: 1 } }));
  });
  after(() => journal.close());
  const serve = async (isKept: boolean) => {
    [outcome, asked] = [ANSWERED, []];
    feed = new LiveFeed(() => ({ at: 0, version: '1', snakes: [] }));
    const ask: Asker['ask'] = (game, wanted, text) => {
      asked.push([game.id, wanted, JSON.parse(text).turn]);
      return Promise.resolve(outcome);
    };
    const extend = (routes: Parameters<typeof addGameRoutes>[0]) => {
      addGameRoutes(routes, isKept ? journal : undefined, feed);
      addTurnRoutes(routes, journal, { ask } as Asker);
    };
    ({ url } = await serveAdmin({ extend }));
  };
  beforeEach(() => serve(true));
  afterEach(closeServed);

  const post = (body?: unknown, type = 'application/json') =>
    fetch(`${url}/api/games/g/turns/0/ask`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': type } }),
    });

  it('is served with its turns and its autopsy, by its id or the engine’s', async () => {
    for (const word of [id, 'g', 'last']) {
      const { game, turns } = (await (await fetch(`${url}/api/games/${word}/view`)).json()) as GamePieceView;
      expect([game.id, turns.length], word).to.deep.equal([id, 1]);
    }
    expect(await (await fetch(`${url}/api/games/${id}/autopsy`)).json()).to.deep.equal({
      refusal: 'The snake did not die.',
    });
  });

  it('has a glimpse in a list: its final board and the times of its answers', async () => {
    const glimpses = (await (await fetch(`${url}/api/glimpses?ids=${id},abc`)).json()) as GlimpsesView;
    expect(Object.keys(glimpses)).to.deep.equal([id]);
    expect(glimpses[id]!.board!.snakes.map(({ name }) => name)).to.deep.equal(['Me', 'Other']);
    expect(glimpses[id]!.times).to.have.keys('p50', 'p99');
    for (const ids of ['', '?ids=', '?ids=a,;', `?ids=${'a,'.repeat(500)}a`])
      expect((await fetch(`${url}/api/glimpses${ids}`)).status, ids).to.equal(400);
  });

  for (const isKept of [true, false]) {
    const where = isKept ? 'before the journal has it' : 'without a journal';
    it(`is served from its first moment on, ${where}`, async () => {
      if (!isKept) {
        await closeServed();
        await serve(false);
      }
      const sketch = { game: 'fresh', snake: '/open' };
      const began = beganEvent(sketch);
      const view = () => fetch(`${url}/api/games/${gameIdOf(began)}/view?from=0`);
      expect((await view()).status).to.equal(404);
      feed.record(began);
      const { game, turns } = (await (await view()).json()) as GamePieceView;
      expect([game.snake, game.turns, game.endedAt, turns]).to.deep.equal(['/open', 0, undefined, []]);
      for (let turn = 0; turn < 3; turn++) feed.record(turnEvent(sketch, { ...DUEL, turn }, { answer: FAILED }));
      const piece = (await (await view()).json()) as GamePieceView;
      expect(piece.game).to.deep.include({ turns: 2, opponents: ['Other'] });
      expect(piece.turns[0]?.answer.reason).to.equal(FAILED.reason);
      expect((await fetch(`${url}/api/games/nothing/view`)).status).to.equal(404);
    });
  }

  it('gives a turn as a file', async () => {
    const response = await fetch(`${url}/api/games/g/turns/0/position`);
    expect(response.headers.get('content-disposition')).to.equal(`attachment; filename="${id}-0.txt"`);
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(await response.text()).to.match(/^# position: turn 0/);
    expect((await fetch(`${url}/api/games/g/turns/7/position`)).status).to.equal(404);
    expect((await fetch(`${url}/api/games/g/turns/x/position`)).status).to.equal(400);
  });

  it('asks a snake about a turn, one at a time', async () => {
    expect(await (await post({ snake: '/greedy' })).json()).to.deep.equal({
      snake: '/greedy',
      move: 'left',
      kind: 'moved',
      source: 'strategy',
      took: 12,
    });
    expect((await post()).status).to.equal(200);
    expect(asked).to.deep.equal([
      [id, '/greedy', 0],
      [id, undefined, 0],
    ]);
    outcome = { kind: 'busy' };
    expect((await post()).status).to.equal(429);
    outcome = { kind: 'refused', reason: 'no snake "/x" is mounted.' };
    expect((await refusalOf(await post())).message).to.equal('no snake "/x" is mounted.');
    expect((await post({ snake: 7 })).status).to.equal(400);
    expect((await post({ snake: '/greedy' }, 'text/plain')).status).to.equal(400);
    expect((await post({ snake: 'x'.repeat(10_000) })).status).to.equal(413);
  });
});
