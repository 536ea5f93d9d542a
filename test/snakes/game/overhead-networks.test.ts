/** What the estimator of the overhead comes to over simulated networks. */
import { expect } from 'chai';
import { BAD_GAME, NETWORKS, TIMEOUT, playOver, TURNS, type PlayedGame } from '../../support/networks.js';

const SEEDS = 4;
/** Least budget after delay, margin and the assumed 60 ms. */
const FULL = TIMEOUT - 60 - 10;

function played(name: string): PlayedGame[][] {
  return Array.from({ length: SEEDS }, (_, seed) => playOver(NETWORKS[name]!, seed % 2 === 0 ? 'cli' : 'arena', seed));
}

const lostIn = (games: readonly PlayedGame[]) => games.reduce((sum, { lost }) => sum + lost, 0);
const leastOf = (games: readonly PlayedGame[]) => Math.min(...games.flatMap(({ budgets }) => budgets));
const meanOf = (games: readonly PlayedGame[]) =>
  games.flatMap(({ budgets }) => budgets).reduce((sum, budget) => sum + budget, 0) / (games.length * TURNS);

describe('Overhead on simulated networks', () => {
  for (const name of ['steady', 'garbage', 'a garbage game', 'a wrong clock']) {
    it(`loses no turn and gives nearly the whole time: ${name}`, () => {
      for (const games of played(name)) {
        expect(lostIn(games)).to.equal(0);
        expect(leastOf(games)).to.be.at.least(FULL - 10);
      }
    });
  }

  it('gives the games after an outage of ten turns as much as those before, and loses nothing but the outage', () => {
    for (const games of played('outage')) {
      expect(lostIn(games)).to.equal(10);
      expect(leastOf(games.slice(BAD_GAME + 1))).to.be.at.least(FULL - 10);
      // Twenty good turns after the outage, nothing of it is left.
      expect(Math.min(...games[BAD_GAME]!.budgets.slice(92))).to.be.at.least(FULL - 10);
    }
  });

  it('gives the games after a slow one as much as those before', () => {
    for (const games of played('a slow game')) {
      expect(leastOf(games.slice(BAD_GAME + 1))).to.be.at.least(FULL - 10);
    }
  });

  it('finds the budget of a slow network in each game again, and loses few turns to it', () => {
    for (const games of played('slow')) {
      for (const { lost, budgets } of games) {
        expect(lost).to.be.within(1, 12);
        expect(budgets.at(-1)).to.be.within(170, 190);
      }
    }
  });

  it('loses hardly a turn to a drift', () => {
    const games = played('drifting').flat();
    expect(lostIn(games)).to.be.lessThan(0.01 * games.length * TURNS);
  });

  it('loses few turns to spikes, and keeps most of the time', () => {
    const games = played('spiky').flat();
    expect(lostIn(games)).to.be.lessThan(0.06 * games.length * TURNS);
    expect(meanOf(games)).to.be.greaterThan(300);
    expect(leastOf(games)).to.be.greaterThan(100);
  });
});
