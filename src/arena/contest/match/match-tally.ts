/**
 * The results of a match so far: a summary to which pairs are added one by one, and an estimate of how many pairs it
 * still needs. Plain data; a save file holds it.
 */
import {
  sampleFromDifferences,
  sampleFromPairs,
  type ScoreSample,
  addPair,
  emptyPairCounts,
  type GameScore,
  addDifference,
  emptyDifferences,
} from '../../../stats/sample.js';
import { Type, type SchemaValue, type Static } from '../../../wire/type.js';
import type { ContestantIndex } from '../contest.js';
import { scoresOf, type GameRecord } from '../game-record.js';
import { BASE, CANDIDATE, createPairings, isDuel, type MatchPlan, type MatchPairing } from './match-plan.js';
import {
  addOutcome,
  noOutcomes,
  outcomesSchema,
  addRecord,
  countSchemas,
  emptySide,
  noCounts,
  sideSchema,
} from '../side-tally.js';
import { CLOSED, countSchema } from '../seat-figures.js';
import { evaluateSprt, type SprtReport } from '../../../stats/sprt.js';
import type { PairSchedule } from '../play-contest.js';

const share = Type.Number({ minimum: -1, maximum: 1 });
const duels = Type.Object(
  {
    kind: Type.Literal('duels'),
    counts: Type.Object(
      { ll: countSchema, ld: countSchema, wl: countSchema, dd: countSchema, wd: countSchema, ww: countSchema },
      CLOSED,
    ),
  },
  CLOSED,
);
const differences = Type.Object(
  {
    kind: Type.Literal('differences'),
    differences: Type.Object({ count: countSchema, mean: share, squares: Type.Number({ minimum: 0 }) }, CLOSED),
  },
  CLOSED,
);

export const matchTallySchema = Type.Object(
  {
    ...countSchemas,
    /** Of a duel, both sides' outcomes; of a larger game, the outcomes of the side whose score counts. */
    outcomes: Type.Object({ base: outcomesSchema, candidate: outcomesSchema }, CLOSED),
    /** For the statistics: outcomes of pairs in duels, differences of mean scores with more snakes. */
    pairScores: Type.Unsafe<Static<typeof duels> | Static<typeof differences>>({
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [duels, differences],
    }),
    /** By contestant. */
    sides: Type.Array(sideSchema, { minItems: 2 }),
  },
  CLOSED,
);
export type MatchTally = SchemaValue<typeof matchTallySchema>;
type PairScores = MatchTally['pairScores'];

interface ScoredRecord {
  readonly pairing: MatchPairing;
  readonly record: GameRecord;
  /** By seat. */
  readonly scores: readonly number[];
}

function foldPair(tally: MatchTally, pairings: readonly MatchPairing[], records: readonly GameRecord[]): MatchTally {
  const games = pairings.map((pairing, index): ScoredRecord => {
    const record = records[index]!;
    return { pairing, record, scores: scoresOf(record, pairing.seats.length) };
  });
  const folded = games.reduce(foldGame, tally);
  return { ...folded, pairs: tally.pairs + 1, pairScores: foldScores(tally.pairScores, games) };
}

export function toSample({ pairScores }: MatchTally): ScoreSample {
  return pairScores.kind === 'duels'
    ? sampleFromPairs(pairScores.counts)
    : sampleFromDifferences(pairScores.differences);
}

function foldGame(tally: MatchTally, game: ScoredRecord): MatchTally {
  const counts = addRecord(tally, game.pairing.seats, game.record);
  return { ...tally, ...counts, outcomes: foldOutcomes(tally.outcomes, game) };
}

function foldOutcomes(
  { base, candidate }: MatchTally['outcomes'],
  { pairing, scores }: ScoredRecord,
): MatchTally['outcomes'] {
  const { seats, subject } = pairing;
  const counts = (side: ContestantIndex) => seats.length === 2 || seats[subject] === side;
  const seatOf = (side: ContestantIndex) => (seats[subject] === side ? subject : seats.indexOf(side));
  return {
    base: counts(BASE) ? addOutcome(base, scores, seatOf(BASE)) : base,
    candidate: counts(CANDIDATE) ? addOutcome(candidate, scores, seatOf(CANDIDATE)) : candidate,
  };
}

function foldScores(pairScores: PairScores, games: readonly ScoredRecord[]): PairScores {
  const ofSubjects = games.map(({ pairing, scores }) => scores[pairing.subject]!);
  if (pairScores.kind === 'duels') {
    const [first, second] = ofSubjects as [GameScore, GameScore];
    return { kind: 'duels', counts: addPair(pairScores.counts, first, second) };
  }
  // In each game, the score of the candidate counts, or of the base in the same seat.
  const mean = (side: ContestantIndex): number => {
    const own = ofSubjects.filter((_, index) => {
      const { seats, subject } = games[index]!.pairing;
      return seats[subject] === side;
    });
    return own.reduce((sum, score) => sum + score, 0) / own.length;
  };
  return { kind: 'differences', differences: addDifference(pairScores.differences, mean(CANDIDATE) - mean(BASE)) };
}

/** The state of the test; `undefined` without one. */
export function evaluateMatch(tally: MatchTally, { sprt }: Pick<MatchPlan, 'sprt'>): SprtReport | undefined {
  return sprt && evaluateSprt(toSample(tally), sprt);
}

/** The pairs of a match: one seed, the seats rotated, so that the luck of seat and food cancels. */
export function scheduleMatch(plan: MatchPlan): PairSchedule<MatchTally, MatchPairing> {
  return {
    start: {
      ...noCounts,
      outcomes: { base: noOutcomes, candidate: noOutcomes },
      pairScores: isDuel(plan)
        ? { kind: 'duels', counts: emptyPairCounts }
        : { kind: 'differences', differences: emptyDifferences },
      sides: plan.contestants.map(() => emptySide),
    },
    maxPairs: plan.maxPairs,
    maxAhead: Infinity,
    pairingsOf: (pair) => createPairings(plan, pair),
    fold: foldPair,
    isDecided: (tally) => (evaluateMatch(tally, plan)?.verdict ?? 'undecided') !== 'undecided',
  };
}
