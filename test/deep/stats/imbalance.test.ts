/** The test of an experiment's assignment on simulated histories, checked after every game. */
import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { balanceOf, IMBALANCE_ERROR } from '../../../src/stats/imbalance.js';

const HISTORIES = 5000;
const GAMES = 3000;

/** The share of histories in which the games do not fit. `shareOf`: the share of a game; `odds`: how far it is off. */
function alarms(name: string, histories: number, shareOf: (game: number) => number, odds: number): number {
  let count = 0;
  for (let run = 0; run < histories; run++) {
    const chance = createChance(`${name} ${run}`);
    const history = Array.from({ length: GAMES }, (_, game) => {
      const share = shareOf(game);
      return { share, isCandidate: chance.fraction() < (share * odds) / (1 - share + share * odds) };
    });
    if (balanceOf(history).p < IMBALANCE_ERROR) count++;
  }
  console.log(`      ${name}: ${count} of ${histories} histories of ${GAMES} games`);
  return count / histories;
}

describe('the balance of an experiment', () => {
  // Within two standard errors of the promise.
  const bound = IMBALANCE_ERROR + 2 * Math.sqrt((IMBALANCE_ERROR * (1 - IMBALANCE_ERROR)) / HISTORIES);

  it('is doubted as rarely as promised if games go to the sides by chance', () => {
    expect(alarms('even', HISTORIES, () => 0.5, 1)).to.be.at.most(bound);
    expect(alarms('one in twenty', HISTORIES, () => 0.05, 1)).to.be.at.most(bound);
  });

  it('is doubted as rarely if the share grows by steps', () => {
    expect(alarms('steps', HISTORIES, (game) => (game < 100 ? 0.2 : 0.5), 1)).to.be.at.most(bound);
  });

  it('is doubted in most histories if 45 of 100 games go to the candidate instead of 50', () => {
    expect(alarms('45 of 100', 1000, () => 0.5, 45 / 55)).to.be.at.least(0.8);
    expect(alarms('55 of 100', 1000, () => 0.5, 55 / 45)).to.be.at.least(0.8);
  });
});
