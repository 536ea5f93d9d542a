/** What a tournament has shown so far: plain data, to which pairs are added one by one. A save file holds it. */
import { pointsOf, ranksOf } from '../../../stats/rank-score.js';
import { NEW_RATING, rateGame } from '../../../stats/ratings/weng-lin.js';
import { Type, type SchemaValue } from '../../../wire/type.js';
import { scoreCrash, type GameRecord } from '../game-record.js';
import {
  addOutcome,
  countSchema,
  noOutcomes,
  outcomesSchema,
  addCrash,
  addSeat,
  emptySide,
  sideSchema,
} from '../side-tally.js';
import type { Pairing } from '../contest.js';
import type { TournamentOptions } from './tournament-options.js';

const closed = { additionalProperties: false };

const rating = Type.Object({ mean: Type.Number(), deviation: Type.Number({ minimum: 0 }) }, closed);
export const tournamentTallySchema = Type.Object(
  {
    pairs: countSchema,
    /** Games that were played to their end. */
    played: countSchema,
    /** Turns of these games, added up. */
    turns: countSchema,
    outcomes: Type.Array(outcomesSchema, { minItems: 2 }),
    /**
     * Points of the row's contestant against the column's: 1 for each game that it ended before the other, ½ for each
     * that they ended together.
     */
    points: Type.Array(Type.Array(Type.Number({ minimum: 0 }))),
    ratings: Type.Array(rating),
    sides: Type.Array(sideSchema),
  },
  closed,
);
/** The summary of a tournament. All lists are by contestant. */
export type TournamentTally = SchemaValue<typeof tournamentTallySchema>;

export function startTournament({ contestants }: Pick<TournamentOptions, 'contestants'>): TournamentTally {
  return {
    pairs: 0,
    played: 0,
    turns: 0,
    outcomes: contestants.map(() => noOutcomes),
    points: contestants.map(() => contestants.map(() => 0)),
    ratings: contestants.map(() => NEW_RATING),
    sides: contestants.map(() => emptySide),
  };
}

/** The tally with one more pair. Pairs must be added in their order; `records` has one for each of `games`. */
export function foldTournamentPair(
  tally: TournamentTally,
  games: readonly Pairing[],
  records: readonly GameRecord[],
  perGame: number,
): TournamentTally {
  const next = { ...tally, pairs: tally.pairs + 1 };
  return games.reduce((sum, game, index) => foldGame(sum, game, records[index]!, perGame), next);
}

function foldGame(tally: TournamentTally, { seats }: Pairing, record: GameRecord, perGame: number): TournamentTally {
  const scores = record.kind === 'played' ? record.scores : scoreCrash(record.seat, perGame);
  const places = ranksOf(scores);
  const rated = rateGame(
    seats.map((contestant) => tally.ratings[contestant]!),
    places,
  );
  const outcomes = [...tally.outcomes];
  const ratings = [...tally.ratings];
  const points = tally.points.map((row) => [...row]);
  const sides = [...tally.sides];
  seats.forEach((contestant, seat) => {
    outcomes[contestant] = addOutcome(outcomes[contestant]!, scores, seat);
    ratings[contestant] = rated[seat]!;
    seats.forEach((other, otherSeat) => {
      if (other !== contestant) points[contestant]![other]! += pointsOf(places[seat]!, places[otherSeat]!);
    });
    if (record.kind === 'played') sides[contestant] = addSeat(sides[contestant]!, record.seats[seat]!);
    else if (record.seat === seat) sides[contestant] = addCrash(sides[contestant]!, record.reason);
  });
  const { played, turns } = tally;
  return record.kind === 'played'
    ? { ...tally, outcomes, ratings, points, sides, played: played + 1, turns: turns + record.turns }
    : { ...tally, outcomes, ratings, points, sides };
}
