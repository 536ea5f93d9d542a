/** What the page knows of the live games, event by event. */
import { expect } from 'chai';
import type { AnswerView, GameBoardView } from '../../../../src/views/game.js';
import type { LiveGameView } from '../../../../src/views/live.js';
import { dropEnded, LINGER_MS, takeSnapshot, takeUpdate } from '../../../../src/page/client/live/feed.js';
import { IDLE_HOST } from '../../../support/live-readers.js';

const BOARD: GameBoardView = { width: 11, height: 11, food: [], hazards: [], snakes: [] };
const MOVED: AnswerView = { move: 'up', source: 'strategy', kind: 'moved', took: 30, budget: 100 };

const NO_ANSWERS = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };

function gameOf(id: string, startedAt: number, turn = 0, rest: Partial<LiveGameView> = {}): LiveGameView {
  const names = { source: '', snake: '/greedy', game: `engine-${id}`, you: 'me', ruleset: 'standard', map: 'standard' };
  const board = { width: 11, height: 11, snakes: 1, opponents: [] };
  const shown = { turns: turn, turn: { turn, board: BOARD, answer: MOVED } };
  const player = { strategy: 'greedy', version: '', timeout: 500 };
  return { id, startedAt, ...names, ...board, ...player, ...NO_ANSWERS, ...shown, ...rest };
}

describe('the live feed', () => {
  const begun = takeSnapshot({ host: IDLE_HOST, games: [gameOf('a', 1), gameOf('b', 2)] });

  it('has the game that began last first', () => {
    expect(begun.games.map(({ id }) => id)).to.deep.equal(['b', 'a']);
    const next = takeUpdate(begun, { games: [gameOf('c', 3)] }, 0);
    expect(next.games.map(({ id }) => id)).to.deep.equal(['c', 'b', 'a']);
  });

  it('shows the last turn of each game, and counts what went wrong', () => {
    // The stream has left out turns 2 to 6, and all of them were fallbacks.
    const games = [gameOf('a', 1, 7, { late: 3, failed: 2, lost: 1 })];
    const [, game] = takeUpdate(begun, { games }, 0).games;
    expect(game!.turn.turn).to.equal(7);
    expect(game).to.deep.include({ turns: 7, moved: 0, late: 3, failed: 2, lost: 1 });
  });

  it('leaves games that an update does not name unchanged', () => {
    const next = takeUpdate(begun, { games: [gameOf('a', 1, 1)] }, 0);
    expect(next.games.find(({ id }) => id === 'b')).to.equal(begun.games.find(({ id }) => id === 'b'));
    expect(next.host).to.equal(IDLE_HOST);
  });

  it('starts again with each snapshot', () => {
    const played = takeUpdate(begun, { games: [gameOf('a', 1, 1)] }, 0);
    expect(played.games).to.have.lengthOf(2);
    const { games } = takeSnapshot({ host: IDLE_HOST, games: [gameOf('a', 1, 5)] });
    expect(games.map(({ id, turn }) => [id, turn.turn])).to.deep.equal([['a', 5]]);
  });

  it('shows for a while how a game ended, once the last of its seats is out', () => {
    const twins = takeUpdate(begun, { games: [{ ...gameOf('c', 3), game: 'engine-b' }] }, 0);
    const lost = gameOf('b', 2, 4, { endedAt: 5, result: 'loss', rank: 2 });
    const out = takeUpdate(twins, { games: [lost] }, 10_000);
    expect(out.games.find(({ id }) => id === 'b')).to.deep.include({ result: 'loss', seenAt: 10_000 });
    expect(dropEnded(out, 10_000 + 2 * LINGER_MS)).to.equal(out);
    const won = { ...gameOf('c', 3, 4, { endedAt: 6, result: 'win' }), game: 'engine-b' };
    const over = takeUpdate(out, { games: [won] }, 20_000);
    expect(dropEnded(over, 20_000 + LINGER_MS - 1)).to.equal(over);
    expect(dropEnded(over, 20_000 + LINGER_MS).games.map(({ id }) => id)).to.deep.equal(['a']);
  });

  it('drops a game at once that is no longer shown', () => {
    const next = takeUpdate(begun, { hidden: ['b'] }, 0);
    expect(next.games.map(({ id }) => id)).to.deep.equal(['a']);
  });
});
