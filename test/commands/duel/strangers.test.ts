import { expect } from 'chai';
import { chooseStrangers, listStrangers, seatSnakes } from '../../../src/commands/duel/strangers.js';
import { rankingOf } from '../../support/platform-server.js';

const entry = (id: string, score: number) => rankingOf({ id, name: id }, { display_score: score });
const SIDES = ['b', 'c'];
const isOwn = (id: string) => [...SIDES, 'mine'].includes(id);

const countOf = (games: readonly { readonly snakes: string[] }[], id: string) =>
  games.filter(({ snakes }) => snakes.includes(id)).length;

describe('listStrangers', () => {
  it('lists snakes of others, the nearest to the mean of the sides first, on the leaderboards that have a side', () => {
    const board = [entry('far', 60), entry('b', 20), entry('near', 26), entry('mine', 25), entry('c', 30)];
    const other = [entry('c', 10), entry('near', 90), entry('nearest', 10.5)];
    const without = [entry('elsewhere', 25)];
    expect(listStrangers([board, other, without], SIDES, isOwn)).to.deep.equal(['nearest', 'near', 'far']);
  });

  it('takes the mean of a leaderboard if none has a side', () => {
    const board = [entry('x', 10), entry('y', 29), entry('z', 60)];
    expect(listStrangers([board, []], SIDES, isOwn)).to.deep.equal(['y', 'x', 'z']);
    expect(listStrangers([], SIDES, isOwn)).to.deep.equal([]);
  });
});

describe('chooseStrangers', () => {
  const strangers = Array.from({ length: 15 }, (_, index) => `s${index}`);
  const DAY = 24 * 3600_000;
  /** So many games of a duel, one every three minutes. */
  function play(count: number): { readonly at: number; readonly snakes: string[] }[] {
    const games: { readonly at: number; readonly snakes: string[] }[] = [];
    for (let game = 0; game < count; game++) {
      const at = game * 3 * 60_000;
      games.push({ at, snakes: ['b', 'c', ...chooseStrangers(strangers, games, 2, at)] });
    }
    return games;
  }

  it('takes the 12 nearest in turn', () => {
    const games = play(60);
    for (const id of strangers.slice(0, 12)) expect(countOf(games, id), id).to.equal(10);
    expect(countOf(games, 's12')).to.equal(0);
  });

  it('plays at most 40 games with one in 24 hours, then with the next ones, then with fewer', () => {
    const games = play(400);
    for (const id of strangers) expect(countOf(games, id), id).to.equal(40);
    expect(chooseStrangers(strangers, games, 2, games.at(-1)!.at)).to.deep.equal([]);
    expect(chooseStrangers([...strangers, 'more'], games, 2, games.at(-1)!.at)).to.deep.equal(['more']);
    expect(chooseStrangers(strangers, games, 2, DAY + 1)).to.deep.equal(['s0', 's1']);
  });
});

describe('seatSnakes', () => {
  it('gives each side every seat equally often, and either order', () => {
    const games = Array.from({ length: 8 }, (_, game) => seatSnakes(['b', 'c'], ['x', 'y'], game));
    for (const seat of [0, 1, 2, 3]) {
      for (const side of ['b', 'c']) expect(games.filter((seats) => seats[seat] === side)).to.have.lengthOf(2);
    }
    for (const seats of games) expect([...seats].sort()).to.deep.equal(['b', 'c', 'x', 'y']);
  });
});
