/** The state of a tuning, and its report: plain data, to which pairs are added one by one. A save file holds it. */
import { Type, type SchemaValue } from '../../../wire/type.js';
import { scoresOf, type GameRecord } from '../game-record.js';
import type { Pairing } from '../contest.js';
import { addCrash, addSeat, emptySide, sideSchema, neverPlayed } from '../side-tally.js';
import { CLOSED, countSchema } from '../seat-figures.js';
import { addToTrail } from '../thinned-trail.js';
import { withValues, type TuningPlan, roundValues } from './tuning-plan.js';
import { createChance } from '../../../rules/chance.js';
import { stepAfter, trialAt } from '../../../stats/fit/spsa.js';
import type { PairSchedule } from '../play-contest.js';
import { reportContestant, reportPlayed } from '../contestant-report.js';

/** Pairs begun before an earlier one is done: their trials do not know its result. The same number on every machine. */
const MAX_TRIALS_AHEAD = 32;

const course = Type.Array(Type.Array(Type.Number(), { minItems: 1 }), { minItems: 1 });
export const tuningTallySchema = Type.Object(
  {
    pairs: countSchema,
    played: countSchema,
    turns: countSchema,
    /** Values by parameter after each of the last pairs, up to {@link MAX_TRIALS_AHEAD}; the current ones last. */
    recent: course,
    /** The course of the values, by parameter; the first are the start. */
    trail: Type.Object({ every: Type.Integer({ minimum: 1 }), points: course }, CLOSED),
    /** The results of the strategy, all settings together. */
    side: sideSchema,
  },
  CLOSED,
);
export type TuningTally = SchemaValue<typeof tuningTallySchema>;

function addTrial(
  tally: TuningTally,
  games: readonly Pairing[],
  records: readonly GameRecord[],
  values: readonly number[],
): TuningTally {
  const pairs = tally.pairs + 1;
  const played = records.filter((record) => record.kind === 'played');
  return {
    pairs,
    played: tally.played + played.length,
    turns: tally.turns + played.reduce((sum, { turns }) => sum + turns, 0),
    recent: [...tally.recent, values].slice(-MAX_TRIALS_AHEAD),
    trail: addToTrail(tally.trail, pairs, () => values),
    side: records.reduce((side, record) => {
      if (record.kind === 'crashed') return addCrash(side, record);
      return record.seats.reduce(addSeat, side);
    }, tally.side),
  };
}

/** The score of the plus setting in a pair minus the score of the minus setting: from −1 to 1. */
export function resultOf(games: readonly Pairing[], records: readonly GameRecord[]): number {
  const differences = games.map(({ seats }, game) => {
    return scoresOf(records[game]!, seats.length).reduce(
      (sum, score, seat) => sum + (seats[seat] === 0 ? score : -score),
      0,
    );
  });
  return differences.reduce((sum, one) => sum + one, 0) / games.length;
}

/** The final values: the mean over the last quarter of the course, which evens out the last steps. */
export function settledValues({ trail: { points } }: TuningTally): number[] {
  const last = points.slice(-Math.max(1, Math.floor(points.length / 4)));
  return last[0]!.map((_, index) => last.reduce((sum, values) => sum + values[index]!, 0) / last.length);
}

/**
 * Each pair is one comparison of SPSA, with one seed and the seats swapped. Its trial follows from the values after the
 * pair {@link MAX_TRIALS_AHEAD} before it, however many of the pairs between are done: so the course of a tuning is the
 * same on any number of cores, and no core waits.
 */
export function scheduleTuning(plan: TuningPlan): PairSchedule<TuningTally> {
  const { parameters, options, maxPairs, seed } = plan;
  const trialOf = (pair: number, tally: TuningTally) => {
    const version = Math.max(0, pair - MAX_TRIALS_AHEAD + 1);
    const values = tally.recent[tally.recent.length - 1 - (tally.pairs - version)]!;
    const chance = createChance(`${seed}/${pair}/signs`);
    return trialAt(
      parameters,
      values,
      pair,
      parameters.map(() => 2 * chance.below(2) - 1),
    );
  };
  const first = parameters.map(({ start }) => start);
  return {
    start: { pairs: 0, played: 0, turns: 0, recent: [first], trail: { every: 1, points: [first] }, side: emptySide },
    maxPairs,
    maxAhead: MAX_TRIALS_AHEAD,
    pairingsOf(pair, tally) {
      const { plus, minus } = trialOf(pair, tally);
      const both = [withValues(options, parameters, plus), withValues(options, parameters, minus)];
      const game = { pair, seed: `${seed}/${pair}`, options: both };
      return [
        { ...game, game: 0, seats: [0, 1] },
        { ...game, game: 1, seats: [1, 0] },
      ] satisfies Pairing[];
    },
    fold(tally, games, records) {
      const k = tally.pairs;
      const result = resultOf(games, records);
      const values = stepAfter(parameters, tally.recent.at(-1)!, trialOf(k, tally), { k, planned: maxPairs, result });
      return addTrial(tally, games, records, values);
    },
  };
}

export type TuningReport = ReturnType<typeof reportTuning>;
export type TunedParameter = TuningReport['parameters'][number];

export function reportTuning(tally: TuningTally, plan: TuningPlan) {
  const { parameters, contestants } = plan;
  const { trail, side } = tally;
  const settled = roundValues(parameters, settledValues(tally));
  return {
    ...reportPlayed(tally, plan, 2),
    /** Pairs between two points of the trails. */
    trailEvery: trail.every,
    /** Whether the strategy ever played its own move: otherwise the result is void. */
    didPlay: !neverPlayed(side),
    parameters: parameters.map(({ name, minimum, maximum, start }, index) => ({
      name,
      minimum,
      maximum,
      start,
      /** The mean over the last quarter of the course, rounded. */
      value: settled[index]!,
      /** Values at even distances, the first is the start; at most 400. */
      trail: trail.points.map((point) => point[index]!),
    })),
    strategy: reportContestant(side, contestants[0]),
  };
}
