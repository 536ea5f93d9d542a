/** Whole duels in simulated time: how many games they take, and what survives processes that are killed. */
import { expect } from 'chai';
import { scoredGames, sampleDuel, type DuelTally } from '../../../src/commands/duel/duel-tally.js';
import { DEFAULT_SPRT, evaluateSprt } from '../../../src/stats/sprt.js';
import { Killed, simulateDuel, type SimulatedDuel } from '../../support/simulated-duel.js';
import { createRandom } from '../../support/simulated-sprt.js';

const SPRT = { ...DEFAULT_SPRT, elo1: 30 };
const WINDOW_MS = 10 * 60_000;

const verdictOf = (tally: DuelTally) => evaluateSprt(sampleDuel(scoredGames(tally)), SPRT).verdict;

/** The most games that were created within ten minutes. */
function busiest(created: readonly number[]): number {
  return Math.max(...created.map((from) => created.filter((at) => at >= from && at < from + WINDOW_MS).length));
}

describe('a duel in simulated time', function () {
  this.timeout(900_000);
  let duel: SimulatedDuel | undefined;
  afterEach(() => duel?.platform.close());

  async function play(elo: number, seed: number): Promise<{ readonly verdict: string; readonly games: number }> {
    duel = simulateDuel({ elo, random: createRandom(seed), sprt: SPRT });
    const tally = await duel.run();
    expect(busiest(duel.platform.created)).to.be.at.most(12);
    duel.platform.close();
    return { verdict: verdictOf(tally), games: scoredGames(tally).length };
  }

  it('finds a candidate that is 70 Elo better within 400 games in at least 80 % of 200 runs', async () => {
    const runs = [];
    for (let seed = 1; seed <= 200; seed++) runs.push(await play(70, seed));
    const decided = runs.filter(({ verdict, games }) => verdict === 'H1' && games <= 400);
    expect(decided.length).to.be.at.least(160);
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`creates no game twice and forgets none through 20 kills, seed ${seed}`, async () => {
      const random = createRandom(seed);
      // A test that decides nothing in so few games.
      const sprt = { ...SPRT, alpha: 1e-9, beta: 1e-9 };
      duel = simulateDuel({ elo: 0, random, sprt, maxPairs: 150, mostGames: 8 });
      const { platform } = duel;
      platform.refuse = ({ method }) => (method === 'POST' && random() < 0.05 ? 'lose the answer' : undefined);
      let kills = 0;
      const steps = new Set<string>();
      const isKilled = (step: string) => {
        const isIt = kills < 20 && random() < (step.includes('creation') ? 0.15 : 0.02);
        if (isIt) steps.add(step);
        return isIt;
      };
      duel.kills = isKilled;
      let tally: DuelTally | undefined;
      while (tally === undefined) {
        tally = await duel.run().catch((thrown: unknown) => {
          if (!(thrown instanceof Killed)) throw thrown;
          kills++;
          duel!.pass(Math.floor(random() * 60_000));
          return undefined;
        });
      }
      expect([kills, tally.pairs]).to.deep.equal([20, 150]);
      expect(steps.size).to.be.at.least(4);
      const known = duel.saved()!.games.map(({ id }) => id);
      expect(known.length).to.be.at.least(150);
      expect(new Set(known)).to.have.lengthOf(known.length);
      expect(platform.games.map(({ id }) => id)).to.have.members(known);
      expect(busiest(platform.created)).to.be.at.most(8);
    });
  }
});
