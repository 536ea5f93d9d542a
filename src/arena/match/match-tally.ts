/** What a match has shown so far: a summary that pairs are added to one by one. It is data, and what a save file holds. */
import { addPair, emptyPairCounts, type GameScore, type PairCounts } from '../../stats/pair-counts.js';
import { addDifference, emptyDifferences, type PairedDifferences } from '../../stats/paired-differences.js';
import { sampleFromDifferences, sampleFromPairs, type ScoreSample } from '../../stats/sample.js';
import { CANDIDATE } from './contestant.js';
import type { GameRecord } from './game-record.js';
import { isDuel, type MatchOptions } from './match-options.js';
import type { Pairing } from './pairing.js';
import { scoreCrash } from './placing.js';
import { addCrash, addSeat, emptySide, type SideTally } from './side-tally.js';

export interface MatchTally {
  readonly pairs: number;
  /** Games that were played to their end, and their turns together. */
  readonly played: number;
  readonly turns: number;
  /** The candidate's games by how they went for it: ahead of all others, level with the best of them, or neither. */
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairScores: PairScores;
  /** By contestant. */
  readonly sides: readonly SideTally[];
}

/** What the statistics stand on: outcomes of pairs in duels, differences of mean scores with more snakes. */
export type PairScores =
  | { readonly kind: 'duels'; readonly counts: PairCounts }
  | { readonly kind: 'differences'; readonly differences: PairedDifferences };

export function startTally(options: MatchOptions): MatchTally {
  return {
    pairs: 0,
    played: 0,
    turns: 0,
    wins: 0,
    draws: 0,
    losses: 0,
    pairScores: isDuel(options)
      ? { kind: 'duels', counts: emptyPairCounts }
      : { kind: 'differences', differences: emptyDifferences },
    sides: options.contestants.map(() => emptySide),
  };
}

/** The tally with one more pair. Pairs have to be added in their order; `records` are those of `plans`. */
export function foldPair(tally: MatchTally, plans: readonly Pairing[], records: readonly GameRecord[]): MatchTally {
  const scores = plans.map((plan, index) => scoresOf(plan, records[index]!));
  const sides = [...tally.sides];
  let { played, turns, wins, draws, losses } = tally;
  plans.forEach((plan, index) => {
    const record = records[index]!;
    if (record.kind === 'played') {
      played += 1;
      turns += record.turns;
      plan.seats.forEach((side, seat) => (sides[side] = addSeat(sides[side]!, record.seats[seat]!)));
    } else {
      const side = plan.seats[record.seat]!;
      sides[side] = addCrash(sides[side]!, record.reason);
    }
    if (plan.seats[plan.subject] !== CANDIDATE) return;
    const mine = scores[index]![plan.subject]!;
    const best = Math.max(...scores[index]!.filter((_, seat) => seat !== plan.subject));
    if (mine > best) wins += 1;
    else if (mine === best) draws += 1;
    else losses += 1;
  });
  const pairScores = foldScores(
    tally.pairScores,
    plans,
    scores.map((bySeat, index) => bySeat[plans[index]!.subject]!),
  );
  return { pairs: tally.pairs + 1, played, turns, wins, draws, losses, pairScores, sides };
}

/** The tally as the statistics take it. */
export function toSample({ pairScores }: MatchTally): ScoreSample {
  return pairScores.kind === 'duels'
    ? sampleFromPairs(pairScores.counts)
    : sampleFromDifferences(pairScores.differences);
}

function scoresOf(plan: Pairing, record: GameRecord): readonly number[] {
  return record.kind === 'played' ? record.scores : scoreCrash(record.seat, plan.seats.length);
}

/** @param scores of the subject, by plan. */
function foldScores(pairScores: PairScores, plans: readonly Pairing[], scores: readonly number[]): PairScores {
  if (pairScores.kind === 'duels') {
    const [first, second] = scores as [GameScore, GameScore];
    return { kind: 'duels', counts: addPair(pairScores.counts, first, second) };
  }
  const mean = (isCandidate: boolean): number => {
    const own = scores.filter((_, index) => (plans[index]!.seats[plans[index]!.subject] === CANDIDATE) === isCandidate);
    return own.reduce((sum, score) => sum + score, 0) / own.length;
  };
  return { kind: 'differences', differences: addDifference(pairScores.differences, mean(true) - mean(false)) };
}
