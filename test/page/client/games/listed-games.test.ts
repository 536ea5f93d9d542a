/** The seats of a game as one line. */
import { expect } from 'chai';
import type { GameBoardView, GameView } from '../../../../src/views/game.js';
import { joinSeats } from '../../../../src/page/client/games/listed-games.js';

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
