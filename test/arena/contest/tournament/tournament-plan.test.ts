import { expect } from 'chai';
import type { Contestant } from '../../../../src/arena/contest/contest.js';
import { countGroups, type TournamentPlan } from '../../../../src/arena/contest/tournament/tournament-plan.js';
import { scheduleTournament } from '../../../../src/arena/contest/tournament/tournament-tally.js';
import { DEFAULT_SETTINGS } from '../../../../src/rules/settings.js';

describe('scheduleTournament', () => {
  it('swaps the seats of each duel, and has each two meet once a round', () => {
    const games = gamesOf(optionsOf(4, 2), 6);
    expect(games).to.have.length(12);
    const seats = games.map((game) => game.seats.join('')).toSorted();
    expect(seats).to.deep.equal(['01', '02', '03', '10', '12', '13', '20', '21', '23', '30', '31', '32']);
  });

  it('gives all games of a pair one seed, and each pair another', () => {
    const seeds = gamesOf(optionsOf(3, 2), 3).map(({ seed }) => seed);
    expect(seeds).to.deep.equal(['s/0', 's/0', 's/1', 's/1', 's/2', 's/2']);
  });

  it('plays only games of the first in a gauntlet', () => {
    const duels = optionsOf(4, 2, true);
    expect(countGroups(duels)).to.equal(3);
    expect(gamesOf(duels, 3).every(({ seats }) => seats.includes(0))).to.equal(true);
    const larger = optionsOf(5, 3, true);
    expect(countGroups(larger)).to.equal(6);
    const groups = gamesOf(larger, 6).map(({ seats }) => seats.toSorted((a, b) => a - b).join(''));
    expect(new Set(groups)).to.deep.equal(new Set(['012', '013', '014', '023', '024', '034']));
  });

  it('plays each arrangement of four snakes equally often, after six rounds', () => {
    const options = optionsOf(5, 4);
    const counts = new Map<string, number>();
    for (const { seats } of gamesOf(options, 6 * countGroups(options))) {
      const key = seats.join('');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).to.equal(5 * 4 * 3 * 2);
    expect(new Set(counts.values())).to.deep.equal(new Set([1]));
  });

  for (const perGame of [2, 3, 5, 8]) {
    it(`gives everybody each seat equally often after a round of games of ${perGame}`, () => {
      const options = optionsOf(9, perGame);
      const counts = new Map<string, number>();
      for (const { seats } of gamesOf(options, countGroups(options))) {
        seats.forEach((who, seat) => counts.set(`${who} ${seat}`, (counts.get(`${who} ${seat}`) ?? 0) + 1));
      }
      expect(counts.size).to.equal(9 * perGame);
      expect(new Set(counts.values()).size).to.equal(1);
    });
  }
});

function gamesOf(options: TournamentPlan, pairs: number) {
  const schedule = scheduleTournament(options);
  return Array.from({ length: pairs }, (_, pair) => schedule.pairingsOf(pair, schedule.start)).flat();
}

function optionsOf(snakes: number, perGame: number, isGauntlet = false): TournamentPlan {
  const contestants = Array.from({ length: snakes }, (_, index): Contestant => {
    return { kind: 'remote', name: `snake ${index}`, url: `http://localhost/${index}` };
  });
  const game = { ruleset: 'standard', map: 'standard', width: 11, height: 11, timeout: 100, maxTurns: 10 } as const;
  return { contestants, perGame, isGauntlet, seed: 's', maxPairs: 10, game: { ...game, settings: DEFAULT_SETTINGS } };
}
