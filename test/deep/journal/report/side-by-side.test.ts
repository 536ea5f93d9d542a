/**
 * Simulated histories of an experiment whose sides play side by side, in Plackett-Luce games of four with two
 * strangers: how often its verdict is wrong, and how many games it takes. The sums are printed.
 */
import { expect } from 'chai';
import type { ExperimentGame } from '../../../../src/journal/report/experiment-sides.js';
import { computeVerdict } from '../../../../src/journal/report/verdicts.js';
import { createChance, type Chance } from '../../../../src/rules/chance.js';
import { ranksOf } from '../../../../src/stats/rank-score.js';

const HISTORIES = 1000;
/** Wrong verdicts that the interval promises not to exceed, on both sides together. */
const PROMISED = 0.05;
/** The strangers' ratings spread by this, in Elo. */
const SPREAD = 200;
/** A game begins every second. */
const SECOND = 1000;

describe('the verdict of snakes that play side by side', () => {
  it('errs in at most 5 % of histories without a difference, checked after every game', () => {
    const decided = Array.from({ length: HISTORIES }, (_, run) => decisionOf(`even ${run}`, 0, 500)).filter(Boolean);
    console.log(`      no difference, 500 games: ${decided.length} of ${HISTORIES} decided`);
    expect(decided.length / HISTORIES).to.be.at.most(PROMISED);
  });

  it('finds +70 Elo in most histories of 420 games', () => {
    const found = Array.from({ length: HISTORIES }, (_, run) => decisionOf(`better ${run}`, 70, 1000));
    expect(found.filter((one) => one?.decision === 'base')).to.deep.equal([]);
    const games = found.map((one) => one?.games ?? Infinity).sort((a, b) => a - b);
    const power = games.filter((count) => count <= 420).length / HISTORIES;
    console.log(`      +70 Elo: median ${games[HISTORIES / 2]} games; by 420 games ${Math.round(100 * power)} %`);
    expect(power).to.be.above(0.75);
    expect(games[HISTORIES / 2]).to.be.within(220, 300);
  });

  it('errs no more often if a candidate that loses loses quickly, checked in the middle of games', () => {
    let wrong = 0;
    for (let run = 0; run < HISTORIES; run++) {
      const seats = historyOf(createChance(`quick ${run}`), 0, 300, (isAhead) => (isAhead ? 60 : 5) * SECOND);
      const looks = Array.from({ length: 30 }, (_, look) => (look + 1) * 10 * SECOND);
      if (looks.some((now) => judge(asOf(seats, now))?.decision !== 'undecided')) wrong++;
    }
    console.log(`      no difference, quick losses, 30 looks: ${wrong} of ${HISTORIES} decided`);
    expect(wrong / HISTORIES).to.be.at.most(PROMISED);
  });
});

/** The first decision, checked after every game. */
function decisionOf(seed: string, elo: number, length: number) {
  let first: { decision: 'base' | 'candidate'; games: number } | undefined;
  computeVerdict(
    historyOf(createChance(seed), elo, length, () => 0),
    (games, difference) => {
      if (first !== undefined) return;
      const { low, high } = difference();
      if (low > 0 || high < 0) first = { decision: low > 0 ? 'candidate' : 'base', games };
    },
  );
  return first;
}

/** Games with a candidate that is stronger by `elo`. `takes`: how long one takes, by whether it is ahead. */
function historyOf(chance: Chance, elo: number, length: number, takes: (isAhead: boolean) => number) {
  return Array.from({ length }, (_, number) => {
    const ratings = [0, elo, ...[1, 2].map(() => SPREAD * (chance.fraction() + chance.fraction() - 1))];
    const ranks = ranksOf(ratings.map((rating) => (rating * Math.LN10) / 400 + gumbel(chance)));
    const started = number * SECOND;
    const times = { started_at: started, ended_at: started + takes(ranks[1]! < ranks[0]!) };
    return (['base', 'candidate'] as const).map((variant, index): ExperimentGame => {
      const game = { game: String(number), run: 1, ruleset: 'standard', snakes: 4, opponents: '[]', result: 'loss' };
      const side = {
        experiment: 'x',
        variant,
        split: 0,
        share: 0,
        sides: 's',
        hash: variant,
        version: '',
        options: '{}',
      };
      const answers = { late: 0, failed: 0, illegal: 0, lost: 0 };
      return { snake: `/${variant}`, ...game, ...side, ...times, ...answers, place: ranks[index]! };
    });
  }).flat();
}

/** The snake with the largest sum of log strength and this is the winner of a Plackett-Luce game, and so on. */
function gumbel(chance: Chance): number {
  return -Math.log(-Math.log(chance.fraction() || Number.MIN_VALUE));
}

/** What the journal has at a moment. */
function asOf(seats: readonly ExperimentGame[], now: number): ExperimentGame[] {
  return seats
    .filter(({ started_at: started }) => started <= now)
    .map((seat) => (seat.ended_at! <= now ? seat : { ...seat, result: null, place: null, ended_at: null }));
}

const judge = (seats: readonly ExperimentGame[]) => (seats.length === 0 ? undefined : computeVerdict(seats));
