/** What the page knows of the live games, event by event. */
import { expect } from 'chai';
import type { AnswerView, GameBoardView } from '../../../../src/views/game.js';
import type { HostView, LiveGameView, LiveTurnView } from '../../../../src/views/live.js';
import { dropEnded, LINGER_MS, takeSnapshot, takeUpdate } from '../../../../src/page/client/live/feed.js';

const HOST: HostView = { at: 0, version: '1.0.0', snakes: [] };
const BOARD: GameBoardView = { width: 11, height: 11, food: [], hazards: [], snakes: [] };
const MOVED: AnswerView = { move: 'up', source: 'strategy', kind: 'moved', took: 30, budget: 100 };

function turnOf(id: string, turn: number, rest: Partial<LiveTurnView> = {}): LiveTurnView {
  return { id, turn, at: 1000 * turn, fallbacks: 0, lost: 0, board: BOARD, answer: MOVED, ...rest };
}

function gameOf(id: string, startedAt: number, turn = turnOf(id, 0)): LiveGameView {
  const names = { source: '', snake: '/greedy', game: `engine-${id}`, you: 'me', ruleset: 'standard', map: 'standard' };
  return { id, ...names, startedAt, strategy: 'greedy', version: '', timeout: 500, turn };
}

describe('the live feed', () => {
  const begun = takeSnapshot({ host: HOST, games: [gameOf('a', 1), gameOf('b', 2)] });

  it('has the game that began last first', () => {
    expect(begun.games.map(({ id }) => id)).to.deep.equal(['b', 'a']);
    const next = takeUpdate(begun, { games: [gameOf('c', 3)] }, 0);
    expect(next.games.map(({ id }) => id)).to.deep.equal(['c', 'b', 'a']);
  });

  it('shows the last turn of each game, and counts what went wrong', () => {
    // The stream has left out turns 2 to 6, and all of them were fallbacks.
    const turns = [turnOf('a', 1), turnOf('a', 7, { fallbacks: 5, lost: 1 })];
    const [, game] = takeUpdate(begun, { turns }, 0).games;
    expect(game!.turn).to.deep.include({ turn: 7, fallbacks: 5, lost: 1 });
  });

  it('leaves games that an update does not name unchanged', () => {
    const next = takeUpdate(begun, { turns: [turnOf('a', 1)] }, 0);
    expect(next.games.find(({ id }) => id === 'b')).to.equal(begun.games.find(({ id }) => id === 'b'));
    expect(next.host).to.equal(HOST);
  });

  it('ignores turns of games that it does not know', () => {
    expect(
      takeUpdate(begun, { turns: [turnOf('x', 4)], ended: [{ id: 'x', at: 0, result: 'win' }] }, 0).games,
    ).to.deep.equal(begun.games);
  });

  it('starts again with each snapshot', () => {
    const played = takeUpdate(begun, { turns: [turnOf('a', 1)] }, 0);
    expect(played.games).to.have.lengthOf(2);
    const { games } = takeSnapshot({ host: HOST, games: [gameOf('a', 1, turnOf('a', 5))] });
    expect(games.map(({ id, turn }) => [id, turn.turn])).to.deep.equal([['a', 5]]);
  });

  it('shows for a while how a game ended, once the last of its seats is out', () => {
    const twins = takeUpdate(begun, { games: [{ ...gameOf('c', 3), game: 'engine-b' }] }, 0);
    const out = takeUpdate(twins, { ended: [{ id: 'b', at: 5, result: 'loss', rank: 2 }] }, 10_000);
    expect(out.games.find(({ id }) => id === 'b')!.ending).to.deep.include({ result: 'loss', seenAt: 10_000 });
    expect(dropEnded(out, 10_000 + 2 * LINGER_MS)).to.equal(out);
    const over = takeUpdate(out, { ended: [{ id: 'c', at: 6, result: 'win' }] }, 20_000);
    expect(dropEnded(over, 20_000 + LINGER_MS - 1)).to.equal(over);
    expect(dropEnded(over, 20_000 + LINGER_MS).games.map(({ id }) => id)).to.deep.equal(['a']);
  });

  it('drops a game at once that is no longer shown', () => {
    const next = takeUpdate(begun, { hidden: ['b'] }, 0);
    expect(next.games.map(({ id }) => id)).to.deep.equal(['a']);
  });
});
