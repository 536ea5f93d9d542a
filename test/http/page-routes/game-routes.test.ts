import { expect } from 'chai';
import { addGameRoutes, addTurnRoutes, findGameSource } from '../../../src/http/page-routes/game-routes.js';
import { addLiveRoute } from '../../../src/http/page-routes/live-route.js';
import type { GamePieceView, GlimpsesView } from '../../../src/views/game.js';
import type { AskOutcome, Asker } from '../../../src/page/asker.js';
import { LiveFeed } from '../../../src/page/live/live-feed.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { takePiece } from '../../../src/page/client/game/turns.js';
import { refusalOf } from '../../support/errors.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';
import { IDLE_HOST, readLive, type HttpReader } from '../../support/live-readers.js';
import { closeServed, serveAdmin } from '../../support/served.js';
import { until } from '../../support/soon.js';

const ANSWERED: AskOutcome = {
  kind: 'answered',
  snake: '/greedy',
  answer: { kind: 'moved', move: 'left', took: 12 },
};

const FAILED = { kind: 'failed', move: 'left', took: 3, fallback: 'safe', reason: 'it throws' } as const;

/** What a page knows after all that a reader was sent. */
function shownTo({ events }: HttpReader): GamePieceView | undefined {
  const pieces = events.filter(({ event }) => event === 'piece').map(({ data }) => data as GamePieceView);
  return pieces.reduce<GamePieceView | undefined>(takePiece, undefined);
}

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
    feed = new LiveFeed(() => IDLE_HOST);
    const ask: Asker['ask'] = (game, wanted, text) => {
      asked.push([game.id, wanted, JSON.parse(text).turn]);
      return Promise.resolve(outcome);
    };
    const extend = (routes: Parameters<typeof addGameRoutes>[0]) => {
      const kept = isKept ? journal : undefined;
      addLiveRoute(routes, feed, (word) => findGameSource(word, kept, feed));
      addGameRoutes(routes, journal);
      addTurnRoutes(routes, journal, { ask } as Asker);
    };
    ({ url } = await serveAdmin({ extend }));
  };
  beforeEach(() => serve(true));
  afterEach(async () => {
    feed.close();
    await closeServed();
  });

  const post = (body?: unknown, type = 'application/json') =>
    fetch(`${url}/api/games/g/turns/0/ask`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': type } }),
    });

  it('is served with its turns and its autopsy, by its id or the engine’s', async () => {
    for (const word of [id, 'g', 'last']) {
      const reader = await readLive(`${url}/api/games/${word}/live`);
      await reader.ended;
      expect(reader.events.map(({ event }) => event)).to.deep.equal(['piece', 'end']);
      const response = await fetch(`${url}/api/games/${word}/live`, { headers: { accept: 'application/json' } });
      for (const piece of [reader.events[0]!.data, await response.json()]) {
        const { game, turns } = piece as GamePieceView;
        expect([game.id, turns.length], word).to.deep.equal([id, 1]);
      }
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
      const path = `${url}/api/games/${gameIdOf(began)}/live`;
      expect((await fetch(path)).status).to.equal(404);
      feed.record(began);
      const readers = [await readLive(path)];
      const shown = (index: number) => shownTo(readers[index]!);
      await until(() => shown(0) !== undefined);
      const { game, turns } = shown(0)!;
      expect([game.snake, game.turns, game.endedAt, turns]).to.deep.equal(['/open', 0, undefined, []]);
      for (let turn = 0; turn < 3; turn++) feed.record(turnEvent(sketch, { ...DUEL, turn }, { answer: FAILED }));
      await until(() => shown(0)!.turns.length === 3);
      // Another reader comes in the middle.
      readers.push(await readLive(path));
      await until(() => shown(1) !== undefined);
      expect(shown(1)!.game).to.deep.include({ turns: 2, opponents: ['Other'] });
      expect(shown(1)!.turns[0]?.answer!.reason).to.equal(FAILED.reason);
      for (const reader of readers) reader.close();
      expect((await fetch(`${url}/api/games/nothing/live`)).status).to.equal(404);
    });
  }

  it('follows a game of another host, which only the journal has', async () => {
    const sketch = { game: 'elsewhere', snake: '/open' };
    const began = beganEvent(sketch);
    await journal.write([began, turnEvent(sketch, { ...DUEL, turn: 0 })]);
    const reader = await readLive(`${url}/api/games/${gameIdOf(began)}/live`);
    await until(() => shownTo(reader)?.turns.length === 1);
    await journal.write([turnEvent(sketch, { ...DUEL, turn: 1 }), turnEvent(sketch, { ...DUEL, turn: 2 })]);
    await until(() => shownTo(reader)!.turns.length === 3);
    await journal.write([endedEvent({ ...sketch, result: 'win', end: { ...DUEL, turn: 3 } })]);
    await reader.ended;
    expect(shownTo(reader)!.game.result).to.equal('win');
    expect(reader.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'over' } });
  });

  it('shows whether the engine used an answer once the next request has arrived', async () => {
    const sketch = { game: 'lost', snake: '/open' };
    const began = beganEvent(sketch);
    feed.record(began);
    const reader = await readLive(`${url}/api/games/${gameIdOf(began)}/live`);
    feed.record(turnEvent(sketch, { ...DUEL, turn: 0 }));
    feed.record(turnEvent(sketch, { ...DUEL, turn: 1 }, { last: { used: 'no', latency: '0'.repeat(99) } }));
    await until(() => shownTo(reader)?.turns.length === 2);
    expect(shownTo(reader)!.turns.map(({ feedback }) => feedback)).to.deep.equal([
      { used: 'no', latency: '0'.repeat(12) },
      undefined,
    ]);
    reader.close();
  });

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
