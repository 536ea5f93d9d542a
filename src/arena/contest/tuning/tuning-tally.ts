/** What a tuning has found so far: plain data, to which pairs are added one by one. A save file holds it. */
import { Type, type SchemaValue } from '../../../wire/type.js';
import { scoreCrash, type GameRecord } from '../game-record.js';
import type { Pairing } from '../contest.js';
import { countSchema, addCrash, addSeat, emptySide, sideSchema } from '../side-tally.js';
import { addToTrail } from '../thinned-trail.js';
import type { TunedOption } from './parameters.js';

/** Pairs begun before an earlier one is done: their trials do not know its result. A fixed number on every machine. */
export const MAX_TRIALS_AHEAD = 32;

const closed = { additionalProperties: false };
const course = Type.Array(Type.Array(Type.Number(), { minItems: 1 }), { minItems: 1 });
export const tuningTallySchema = Type.Object(
  {
    pairs: countSchema,
    /** Games that were played to their end. */
    played: countSchema,
    /** Turns of these games, added up. */
    turns: countSchema,
    /** Values by parameter after each of the last pairs, up to {@link MAX_TRIALS_AHEAD}; the current ones last. */
    recent: course,
    /** The course of the values, by parameter; the first are the start. */
    trail: Type.Object({ every: Type.Integer({ minimum: 1 }), points: course }, closed),
    /** How the strategy did, all settings together. */
    side: sideSchema,
  },
  closed,
);
export type TuningTally = SchemaValue<typeof tuningTallySchema>;

export function startTuning(parameters: readonly TunedOption[]): TuningTally {
  const start = parameters.map((one) => one.start);
  return { pairs: 0, played: 0, turns: 0, recent: [start], trail: { every: 1, points: [start] }, side: emptySide };
}

/** The current values, by parameter. */
export function currentValues({ recent }: TuningTally): readonly number[] {
  return recent.at(-1)!;
}

/** The tally with one more pair, and the values that follow from it. */
export function addTrial(
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
      if (record.kind === 'crashed') return addCrash(side, record.reason);
      return record.seats.reduce(addSeat, side);
    }, tally.side),
  };
}

/** The score of the plus setting in a pair less that of the minus setting: from −1 to 1. */
export function resultOf(games: readonly Pairing[], records: readonly GameRecord[]): number {
  const differences = games.map(({ seats }, game) => {
    const record = records[game]!;
    const scores = record.kind === 'played' ? record.scores : scoreCrash(record.seat, seats.length);
    return scores.reduce((sum, score, seat) => sum + (seats[seat] === 0 ? score : -score), 0);
  });
  return differences.reduce((sum, one) => sum + one, 0) / games.length;
}

/** The values at the end: the mean over the last quarter of the course, which evens out the last steps. */
export function settledValues({ trail: { points } }: TuningTally): number[] {
  const last = points.slice(-Math.max(1, Math.floor(points.length / 4)));
  return last[0]!.map((_, index) => last.reduce((sum, values) => sum + values[index]!, 0) / last.length);
}
