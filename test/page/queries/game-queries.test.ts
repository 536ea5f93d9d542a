import { expect } from 'chai';
import { parsePositionFixture } from '../../../src/terminal/position-fixture.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { autopsyQuery, gamePieceQuery, positionQuery, requestQuery } from '../../../src/page/queries/game-queries.js';
import { lostOn } from '../../../src/search/tree/scores.js';
import { beganEvent, endedEvent, turnEvent } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';

const LATE = {
  kind: 'late',
  move: 'right',
  took: 430,
  fallback: 'proposed',
  reason: 'no move in time',
  cause: 'machine',
} as const;
const OTHER = { id: 'other', name: 'Other', body: '1,1 1,2 1,3' };
const OTHER_MOVED = { id: 'other', name: 'Other', body: '1,0 1,1 1,2' };

/** A snake that goes right, into the wall. On turn 0 it could still have gone up. */
const TURNS: RequestSketch[] = [
  { turn: 0, snakes: [{ id: 'me', name: 'Me', body: '9,5 8,5 7,5' }, OTHER] },
  { turn: 1, snakes: [{ id: 'me', name: 'Me', body: '10,5 9,5 8,5' }, OTHER_MOVED] },
];
const END: RequestSketch = { turn: 2, snakes: [{ id: 'me', name: 'Me', body: '11,5 10,5 9,5' }, OTHER_MOVED] };

describe('what the page asks about a game', () => {
  let journal: SqlJournal;
  const sketch = { game: 'g', turns: TURNS, result: 'loss', end: END } as const;
  let id: string;
  before(async () => {
    journal = await SqlJournal.open();
    const began = beganEvent(sketch, TURNS[0]);
    id = gameIdOf(began);
    await journal.write([
      began,
      turnEvent(sketch, TURNS[0]!, { answer: { kind: 'moved', move: 'right', took: 3.1234, note: { score: 2 } } }),
      turnEvent(sketch, TURNS[1]!, { answer: LATE, last: { used: 'yes', latency: '17' } }),
      endedEvent(sketch),
    ]);
  });
  after(() => journal.close());

  const view = async (from = 0) => (await journal.ask(gamePieceQuery, { id, from }))![1];

  it('has each turn with its board, and what was answered and why', async () => {
    const { game, turns, timeout } = await view();
    expect(game).to.include({ id, snake: '/greedy', result: 'loss', cause: 'wall-collision' });
    expect(game).not.to.have.any.keys('options', 'hash', 'list', 'end');
    expect(timeout).to.equal(500);
    expect(turns.slice(0, -1).map(({ answer }) => answer)).to.deep.equal([
      { move: 'right', kind: 'moved', source: 'strategy', took: 3.12, budget: 430, overhead: 60, note: { score: 2 } },
      {
        move: 'right',
        kind: 'late',
        source: 'proposal',
        reason: LATE.reason,
        cause: 'machine',
        took: 430,
        budget: 430,
        overhead: 60,
      },
    ]);
    expect(turns[0]!.feedback).to.deep.equal({ used: 'yes', latency: '17' });
    expect(turns[0]!.board.snakes.map(({ name, isYou, body }) => [name, isYou, body[0]])).to.deep.equal([
      ['Me', true, { x: 9, y: 5 }],
      ['Other', undefined, { x: 1, y: 1 }],
    ]);
  });

  it('has what the search thinks of each turn, once the game was analysed, but not for everybody', async () => {
    const played = { move: 'right', score: lostOn(2) } as const;
    const turn = { turn: 1, score: 0, depth: 4, line: ['up', 'left'], played } as const;
    await journal.keepAnalysis((await journal.findGame(id))!, { version: '1', nodes: 9, at: 0, turns: [turn] });
    const { turns, game } = await view();
    expect(turns[0]).not.to.have.property('analysis');
    expect(turns[1]!.analysis).to.deep.equal({
      standing: 0.5,
      loss: 0,
      best: '0, depth 4',
      played: 'right, loss can be forced by turn 2',
      line: ['up', 'left'],
    });
    expect(game).not.to.have.property('analysis');
  });

  it('ends with the final board, on which the dead are marked', async () => {
    const { turns, isWhole } = await view();
    expect(turns.map(({ turn, answer, isFinal }) => [turn, answer !== undefined, isFinal])).to.deep.equal([
      [0, true, undefined],
      [1, true, undefined],
      [2, false, true],
    ]);
    expect(turns[2]!.board.snakes[0]!.death).to.deep.equal({ turn: 2, cause: 'wall-collision' });
    expect(turns[2]!.board.snakes[1]!.death).to.equal(undefined);
    expect(isWhole).to.equal(true);
  });

  it('is shown from a turn on', async () => {
    expect((await view(1)).turns.map(({ turn }) => turn)).to.deep.equal([1, 2]);
    expect(JSON.stringify(await view())).to.include('"source":"proposal"');
  });

  it('has an autopsy with the way that would have lived', async () => {
    const found = (await journal.ask(autopsyQuery, { id, turns: 3 }))!;
    expect(found).to.deep.include({ died: 2, cause: 'wall-collision', until: 5, unsure: [] });
    const { chance } = found;
    expect(chance).to.deep.include({ turn: 1, answered: 'right' });
    expect(chance!.line[0]).to.equal(chance!.moves[0]);
    expect(chance!.line).to.have.lengthOf(4);
    expect(chance!.cells[0]).to.deep.equal({ x: 10, y: 5 });
    expect(chance!.cells).to.have.lengthOf(5);
    expect(chance!.cells.every(({ x, y }) => x >= 0 && x < 11 && y >= 0 && y < 11)).to.equal(true);
  });

  it('gives a turn as a position, and as it arrived', async () => {
    const text = (await journal.ask(positionQuery, { id, turn: 1 }))!;
    expect(text.split('\n')[0]).to.equal(`# position: turn 1 of ${id}`);
    expect(text).to.match(/^# .*Me \(you\)/m);
    const request = await journal.ask(requestQuery, { id, turn: 1 });
    expect(JSON.parse(parsePositionFixture('file', text).text)).to.deep.equal(JSON.parse(request!));
  });

  it('finds no game and no turn that is not in the journal', async () => {
    expect(await journal.ask(gamePieceQuery, { id: 'none', from: 0 })).to.equal(undefined);
    expect(await journal.ask(positionQuery, { id, turn: 9 })).to.equal(undefined);
  });
});
