import { expect } from 'chai';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { GameReporter, type MoveReport } from '../../../src/snakes/game/game-reporter.js';
import { LiveGame } from '../../../src/snakes/game/live-game.js';
import { Overhead } from '../../../src/snakes/game/overhead.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';

const arrival = { text: '{}', at: 0 };
const move: MoveReport = {
  turn: 0,
  at: 0,
  answer: { kind: 'moved', move: 'up', took: 1 },
  budget: 400.123,
  overhead: 60,
  confirmed: undefined,
  last: undefined,
  arrival,
};
const failed: MoveReport = {
  ...move,
  answer: { kind: 'failed', move: 'up', took: 1, fallback: 'safe', reason: 'move threw' },
};
/** A solo game on turn 0, as the health probe of an engine. */
const probe: RequestSketch = { version: 'v1.0.0' };
const game: RequestSketch = { snakes: ['me', 'other'].map((id, x) => ({ id, body: `${x},1 ${x},0` })) };

/** A reporter of one game whose first request has come in, and the names of what has left so far. */
function createReporter(sketch: RequestSketch, text = '{}') {
  const left: string[] = [];
  const player = { strategy: 'test', hash: '', version: '', options: {} };
  const recorder = { player, record: ({ kind }: { kind: string }) => void left.push(kind) };
  const reporter = new GameReporter({ snake: '/test', listener: (_, { type }) => void left.push(type), recorder });
  const live = new LiveGame('key', sketchRequest(sketch), new Overhead(0), { text });
  const receive = (turn: number) => live.receive(sketchRequest({ ...sketch, turn }), { text, at: 0 });
  reporter.started(live, sketchRequest(sketch), { text, at: 0 });
  receive(0);
  return { reporter, live, receive, left };
}

describe('GameReporter', () => {
  it('records the draw of a game with its first turn only: later ones came to another host before', async () => {
    const sketches = [
      { split: 0.5, turn: 0 },
      { split: 0.5, turn: 3 },
    ];
    const drawn = sketches.map(async ({ split, turn }) => {
      const assignment = { experiment: 'x', variant: 'base', split, share: 0.3, sides: 's' } as const;
      const player = { strategy: 'test', hash: '', version: '', options: {}, assignment };
      const events: JournalEvent[] = [];
      const recorder = { player, record: (event: JournalEvent) => void events.push(event) };
      const reporter = new GameReporter({ snake: '/test', listener: undefined, recorder });
      const request = sketchRequest({ ...game, turn });
      reporter.started(new LiveGame('key', request, new Overhead(0), { text: '{}' }), request, { text: '{}', at: 0 });
      await loopTurn();
      return events.map((event) => event.kind === 'began' && event.player.assignment?.share);
    });
    expect(await Promise.all(drawn)).to.deep.equal([[0.3], [0]]);
  });

  it('reports nothing before the answer has been written', async () => {
    const { reporter, live, left } = createReporter(game);
    reporter.answered(live, move);
    reporter.recordTurn(live, move);
    expect(left).to.deep.equal([]);
    await loopTurn();
    expect(left).to.deep.equal(['gameStarted', 'began', 'answered', 'turn']);
  });

  it('holds back what may be a health probe until its second turn', async () => {
    const { reporter, live, receive, left } = createReporter(probe);
    reporter.answered(live, move);
    await loopTurn();
    expect(left).to.deep.equal([]);
    receive(1);
    reporter.answered(live, { ...move, turn: 1 });
    await loopTurn();
    expect(left).to.deep.equal(['gameStarted', 'began', 'answered', 'answered']);
  });

  it('reports of a health probe only its end', async () => {
    const { reporter, live, left } = createReporter(probe);
    reporter.answered(live, move);
    reporter.ended(live, { ending: 'probe', turn: 0, at: 0 });
    await loopTurn();
    expect(left).to.deep.equal(['gameEnded']);
  });

  it('holds back no body that is longer than the body of a health probe', async () => {
    const { left } = createReporter(probe, 'x'.repeat(5000));
    await loopTurn();
    expect(left).to.deep.equal(['gameStarted', 'began']);
  });

  it('holds back a bounded number of characters', () => {
    const { reporter, live } = createReporter(probe);
    const long = { ...move, arrival: { text: 'x'.repeat(6000), at: 0 } };
    for (let turn = 0; turn < 10; turn++) reporter.recordTurn(live, long);
    expect(live.heldCharacters).to.be.within(12_000, 16_384);
    reporter.ended(live, { ending: 'probe', turn: 0, at: 0 });
    expect(live.heldCharacters).to.equal(0);
  });

  it('reports a failure at once, even if it may be a health probe that saw it', async () => {
    const { reporter, live, left } = createReporter(probe);
    reporter.answered(live, failed);
    await loopTurn();
    expect(left).to.deep.equal(['answered']);
  });

  it('reports the start of a game that ends before its second answer', async () => {
    const { reporter, live, receive, left } = createReporter(probe);
    receive(1);
    reporter.ended(live, { ending: 'loss', turn: 2, at: 0 });
    await loopTurn();
    expect(left).to.deep.equal(['gameStarted', 'began', 'ended', 'gameEnded']);
  });

  it('warns once of a strategy that returns no move for several turns in a row', async () => {
    const { reporter, live, receive, left } = createReporter(game);
    const nothing = { kind: 'moved', move: 'up', took: 1, isDelegated: true } as const;
    for (const [turn, answer] of [move.answer, ...Array.from({ length: 8 }, () => nothing), move.answer].entries()) {
      receive(turn);
      live.answer(turn, answer);
      reporter.answered(live, { ...move, turn, answer });
    }
    await loopTurn();
    const told = left.filter((type) => type === 'answered' || type === 'warned');
    expect(told.indexOf('warned')).to.equal(6);
    expect(told.filter((type) => type === 'warned')).to.have.lengthOf(1);
  });

  it('does not record the end of a run that its engine replays', async () => {
    const { reporter, live, left } = createReporter(game);
    reporter.ended(live, { ending: 'replayed', turn: 0, at: 0 });
    await loopTurn();
    expect(left).to.deep.equal(['gameStarted', 'began', 'gameEnded']);
  });
});

/** Waits until everything deferred has left. */
function loopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
