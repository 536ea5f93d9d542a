/** A tournament, and which of its contestants meet in which pair and seats. */
import { identifyContest, type ContestIdentity } from '../contest-identity.js';
import type { ContestPlan, ContestantIndex, Pairing } from '../contest.js';

export interface TournamentPlan extends ContestPlan {
  /** Snakes in a game: 2 for duels. At most as many as there are contestants. */
  readonly perGame: number;
  /** The first contestant plays all games, each against others; otherwise all meet all. */
  readonly isGauntlet: boolean;
}

export function identifyTournament(plan: TournamentPlan): ContestIdentity {
  const { perGame, isGauntlet } = plan;
  return identifyContest(plan, (index) => `participant ${index + 1}`, { perGame, gauntlet: isGauntlet });
}

/** The number of pairs in a round: of the groups that can meet. */
export function countGroups({ contestants, perGame, isGauntlet }: GroupRules): number {
  return isGauntlet ? choose(contestants.length - 1, perGame - 1) : choose(contestants.length, perGame);
}

type GroupRules = Pick<TournamentPlan, 'perGame' | 'isGauntlet'> & {
  readonly contestants: { readonly length: number };
};

export function pairTournament(plan: TournamentPlan, pair: number): Pairing[] {
  const { perGame, seed } = plan;
  const groups = countGroups(plan);
  const round = Math.floor(pair / groups);
  const group = groupAt(plan, spread(pair % groups, groups));
  const order = arrange(group, round);
  return order.map((_, game): Pairing => {
    const seats = order.map((__, seat) => order[(seat + game) % perGame]!);
    return { pair, game, seed: `${seed}/${pair}`, seats };
  });
}

/** The group of this number, in ascending order. */
function groupAt({ contestants, perGame, isGauntlet }: GroupRules, number: number): ContestantIndex[] {
  const { length } = contestants;
  if (!isGauntlet) return combinationAt(length, perGame, number);
  return [0, ...combinationAt(length - 1, perGame - 1, number).map((index) => index + 1)];
}

/** The combination of this number among all combinations of `size` numbers below `count`, in lexicographic order. */
function combinationAt(count: number, size: number, number: number): number[] {
  const chosen: number[] = [];
  let rest = number;
  for (let next = 0; chosen.length < size; next++) {
    const begins = choose(count - next - 1, size - chosen.length - 1);
    if (rest < begins) chosen.push(next);
    else rest -= begins;
  }
  return chosen;
}

/**
 * The group in the circular order of this round. The rotations of an order put every contestant in every seat; after (n
 * − 1)! rounds, each arrangement of the n was played equally often.
 */
function arrange([first, ...others]: readonly ContestantIndex[], round: number): ContestantIndex[] {
  const orders = factorial(others.length);
  let number = spread(round % orders, orders);
  const rest = [...others];
  const order = [first!];
  while (rest.length > 0) {
    const share = factorial(rest.length - 1);
    order.push(...rest.splice(Math.floor(number / share), 1));
    number %= share;
  }
  return order;
}

/** A permutation of the numbers below `count` whose neighbours are far apart: steps of about the golden section. */
function spread(index: number, count: number): number {
  let step = Math.max(1, Math.round(count * 0.618));
  while (greatestCommonDivisor(step, count) !== 1) step++;
  return (index * step) % count;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function choose(count: number, size: number): number {
  let ways = 1;
  for (let index = 0; index < size; index++) ways = (ways * (count - index)) / (index + 1);
  return Math.max(0, Math.round(ways));
}

function factorial(count: number): number {
  return count < 2 ? 1 : count * factorial(count - 1);
}
