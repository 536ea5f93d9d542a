/** The seats of a game as one line. */
import { expect } from 'chai';
import type { GameBoardView, GameView } from '../../../../src/views/game.js';
import { countNewer, joinSeats, takeLive, type KnownGames } from '../../../../src/page/client/games/listed-games.js';
import type { FeedGame } from '../../../../src/page/client/live/feed.js';

function seatOf(snake: string, opponents: readonly string[], rest: Partial<GameView>): GameView {
  const counts = { moved: 9, late: 0, failed: 0, illegal: 0, lost: 0 };
  const names = {
    id: snake,
    you: snake,
    game: 'g',
    source: '',
    ruleset: 'standard',
    map: '',
    strategy: '',
    version: '',
  };
  const size = { width: 11, height: 11, snakes: opponents.length + 1, turns: 9, startedAt: 0, endedAt: 1 };
  return { ...names, ...size, ...counts, snake, opponents, ...rest };
}

function boardOf(alive: Readonly<Record<string, string>>): GameBoardView {
  const snakes = Object.entries(alive).map(([id, color]) => ({
    id,
    name: id,
    color,
    health: 9,
    body: [{ x: 1, y: 1 }],
  }));
  return { width: 11, height: 11, food: [], hazards: [], snakes };
}

const namesOf = (seats: readonly GameView[], boards = {}) =>
  joinSeats(seats, boards).map(({ players }) => players.map(({ name }) => name));

describe('the games of a list', () => {
  it('have all of our seats on one line, the best first', () => {
    const seats = [
      seatOf('/a', ['b', 'c'], { rank: 3, result: 'loss' }),
      seatOf('/b', ['a', 'c'], { rank: 1, result: 'win' }),
    ];
    expect(namesOf(seats)).to.deep.equal([['/b', 'c', '/a']]);
    expect(joinSeats(seats)[0]!.seats.map(({ snake }) => snake)).to.deep.equal(['/b', '/a']);
  });

  it('have the survivor of the final board first, with its color', () => {
    const seat = seatOf('/a', ['b', 'c', 'd'], { rank: 2, result: 'loss' });
    const [game] = joinSeats([seat], { '/a': { board: boardOf({ c: '#123456' }) } });
    expect(game!.players.map(({ name, color }) => [name, color])).to.deep.equal([
      ['c', '#123456'],
      ['/a', undefined],
      ['b', undefined],
      ['d', undefined],
    ]);
  });
});

describe('the list of games while it is open', () => {
  const BOARDS = [boardOf({ a: '#111111' }), boardOf({ a: '#222222' })] as const;
  const { endedAt: _, ...RUNNING } = seatOf('/a', [], { turns: 22, startedAt: 5 });
  const known: KnownGames = { games: [RUNNING, seatOf('/b', [], { game: 'h', startedAt: 3 })], glimpses: {} };
  const live = (rest: Partial<FeedGame> = {}): FeedGame => ({
    ...RUNNING,
    turns: 24,
    timeout: 500,
    turn: { turn: 24, board: BOARDS[0] },
    ...rest,
  });

  it('follows a game to its end, and keeps what it has heard once the feed has dropped it', () => {
    const running = takeLive(known, [live()]);
    expect(running.games[0]).to.deep.equal({ ...RUNNING, turns: 24 });
    expect(running.glimpses['/a']).to.deep.equal({ times: {}, board: BOARDS[0] });
    const final = { turn: 25, board: BOARDS[1], isFinal: true } as const;
    const over = takeLive(running, [live({ turns: 25, endedAt: 9, seenAt: 9, result: 'win', rank: 1, final })]);
    expect(over.games[0]).to.deep.equal({ ...RUNNING, turns: 25, endedAt: 9, result: 'win', rank: 1 });
    expect(over.glimpses['/a']!.board).to.equal(BOARDS[1]);
    expect(takeLive(over, [])).to.equal(over);
    expect(takeLive(over, [live()])).to.equal(over);
  });

  it('counts the games that have begun since, each once', () => {
    const seat = (id: string, game: string, startedAt: number) => live({ id, game, startedAt });
    expect(countNewer(known, [live(), seat('/x', 'new', 7), seat('/y', 'new', 7), seat('/z', 'old', 2)])).to.equal(1);
    expect(countNewer({ games: [], glimpses: {} }, [live()])).to.equal(1);
  });
});
