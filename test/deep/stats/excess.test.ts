/** The guards of experiments on simulated histories, checked after every game. */
import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { EXCESS_ERROR, excessEvidence, type BadGames } from '../../../src/stats/excess.js';

const HISTORIES = 2000;
const GAMES = 1000;

type Counts = Record<keyof BadGames, number>;
/** The share of the candidate after so many of its games. */
type ShareOf = (games: number) => number;

/** Games of the candidate until the guard stops it; `undefined` if it never does. */
function stopOf(seed: string, shareOf: ShareOf, rates: { readonly base: number; readonly candidate: number }) {
  const chance = createChance(seed);
  const groups = new Map<number, { base: Counts; candidate: Counts }>();
  let games = 0;
  for (let game = 0; game < GAMES; game++) {
    const share = shareOf(games);
    const counts = groups.get(share) ?? { base: { games: 0, bad: 0 }, candidate: { games: 0, bad: 0 } };
    groups.set(share, counts);
    const variant = chance.fraction() < share ? 'candidate' : 'base';
    counts[variant].games++;
    if (variant === 'candidate') games++;
    if (chance.fraction() < rates[variant]) counts[variant].bad++;
    const evidence = excessEvidence(Array.from(groups, ([key, both]) => ({ share: key, ...both })));
    if (evidence * EXCESS_ERROR >= 1) return games;
  }
  return undefined;
}

function stopsOf(name: string, histories: number, share: number | 'stepped', base: number, candidate: number) {
  const shareOf: ShareOf = (games) => (share === 'stepped' ? (games < 20 ? 0.1 : games < 40 ? 0.3 : 0.5) : share);
  const all = Array.from({ length: histories }, (_, run) => stopOf(`${name} ${run}`, shareOf, { base, candidate }));
  const stops = all.filter((games) => games !== undefined).toSorted((a, b) => a - b);
  const [median, most] = [stops[Math.floor(histories / 2)], stops[Math.floor(histories * 0.9)]];
  console.log(
    `      share ${share}, ${100 * base} % against ${100 * candidate} %: ${stops.length} of ${histories} stopped` +
      (median === undefined ? '' : `, half within ${median} games of the candidate, 90 % within ${most}`),
  );
  return { stopped: stops.length / histories, median, most };
}

describe('the guards of experiments', () => {
  // Within two standard errors of the promise.
  const bound = EXCESS_ERROR + 2 * Math.sqrt((EXCESS_ERROR * (1 - EXCESS_ERROR)) / HISTORIES);
  for (const share of [0.2, 0.5, 0.8, 'stepped'] as const)
    for (const rate of [0.02, 0.3, 0.9])
      it(`stop a harmless candidate as rarely as they promise, at a share of ${share} and ${100 * rate} % bad games`, () => {
        expect(stopsOf('harmless', HISTORIES, share, rate, rate).stopped).to.be.at.most(bound);
      });

  it('stop a candidate that fails in most games within 10 of its games in most runs', () => {
    const { stopped, median, most } = stopsOf('bad', 1000, 0.5, 0.02, 0.87);
    expect(stopped).to.equal(1);
    expect(median).to.be.at.most(10);
    expect(most).to.be.at.most(12);
  });

  it('stop a candidate that fails in 30 % of its games within 80 of them', () => {
    const { stopped, median, most } = stopsOf('worse', 1000, 0.5, 0.02, 0.3);
    expect(stopped).to.be.above(0.99);
    expect(median).to.be.at.most(40);
    expect(most).to.be.at.most(80);
  });
});

/** Whether the evidence against either side ever suffices. `together`: the share of games in which both lose turns. */
function isVoid(seed: string, together: number, base: number, candidate: number): boolean {
  const chance = createChance(seed);
  const bad = { base: 0, candidate: 0 };
  for (let games = 1; games <= 400; games++) {
    const isShared = chance.fraction() < together;
    if (chance.fraction() < base || isShared) bad.base++;
    if (chance.fraction() < candidate || isShared) bad.candidate++;
    const evidenceOf = (good: number, worse: number) =>
      excessEvidence([{ share: 0.5, base: { games, bad: good }, candidate: { games, bad: worse } }]);
    const evidence = Math.max(evidenceOf(bad.base, bad.candidate), evidenceOf(bad.candidate, bad.base));
    if (evidence * EXCESS_ERROR >= 1) return true;
  }
  return false;
}

const shareOf = (...rates: readonly [together: number, base: number, candidate: number]) =>
  Array.from({ length: 1000 }, (_, run) => isVoid(`${run}`, ...rates)).filter(Boolean).length / 1000;

describe('the test of lost turns in a duel, whose sides play the same games', () => {
  it('voids at most 1 % of duels without a difference, whether turns are lost together or apart', () => {
    const bound = 2 * EXCESS_ERROR + 2 * Math.sqrt((2 * EXCESS_ERROR) / 1000);
    for (const [together, apart] of [
      [0, 0.05],
      [0.05, 0.02],
      [0, 0.5],
      [0.08, 0],
    ] as const)
      expect(shareOf(together, apart, apart), `${together} ${apart}`).to.be.at.most(bound);
  });

  it('voids most duels in which one side loses turns in 9 % of the games, and the other in none', () => {
    expect(shareOf(0, 0, 0.09)).to.be.above(0.95);
    expect(shareOf(0, 0.09, 0)).to.be.above(0.95);
  });
});
