/**
 * The results of a tournament so far, and their report: plain data, to which pairs are added one by one. A save file
 * holds it.
 */
import { pointsOf, ranksOf } from '../../../stats/rank-score.js';
import { NEW_RATING, rateGame, ordinalOf } from '../../../stats/ratings/weng-lin.js';
import { Type, type SchemaValue } from '../../../wire/type.js';
import { scoresOf, type GameRecord } from '../game-record.js';
import {
  addOutcome,
  noOutcomes,
  outcomesSchema,
  addRecord,
  countSchemas,
  emptySide,
  noCounts,
  sideSchema,
  neverPlayed,
} from '../side-tally.js';
import { CLOSED } from '../seat-figures.js';
import type { Pairing } from '../contest.js';
import type { PairSchedule } from '../play-contest.js';
import { pairTournament, type TournamentPlan } from './tournament-plan.js';
import { Z95 } from '../../../stats/normal.js';
import { fitBradleyTerry } from '../../../stats/ratings/bradley-terry.js';
import { reportPlayed, reportContestant, reportOutcomes, describeErrors } from '../contestant-report.js';

const rating = Type.Object({ mean: Type.Number(), deviation: Type.Number({ minimum: 0 }) }, CLOSED);
export const tournamentTallySchema = Type.Object(
  {
    ...countSchemas,
    outcomes: Type.Array(outcomesSchema, { minItems: 2 }),
    /**
     * Points of the row's contestant against the column's: 1 for each game that it ended before the other, ½ for each
     * that they ended together.
     */
    points: Type.Array(Type.Array(Type.Number({ minimum: 0 }))),
    ratings: Type.Array(rating),
    sides: Type.Array(sideSchema),
  },
  CLOSED,
);
/** The summary of a tournament. All lists are by contestant. */
export type TournamentTally = SchemaValue<typeof tournamentTallySchema>;

function foldPair(
  tally: TournamentTally,
  games: readonly Pairing[],
  records: readonly GameRecord[],
  perGame: number,
): TournamentTally {
  const next = { ...tally, pairs: tally.pairs + 1 };
  return games.reduce((sum, game, index) => foldGame(sum, game, records[index]!, perGame), next);
}

function foldGame(tally: TournamentTally, { seats }: Pairing, record: GameRecord, perGame: number): TournamentTally {
  const scores = scoresOf(record, perGame);
  const places = ranksOf(scores);
  const rated = rateGame(
    seats.map((contestant) => tally.ratings[contestant]!),
    places,
  );
  const outcomes = [...tally.outcomes];
  const ratings = [...tally.ratings];
  const points = tally.points.map((row) => [...row]);
  seats.forEach((contestant, seat) => {
    outcomes[contestant] = addOutcome(outcomes[contestant]!, scores, seat);
    ratings[contestant] = rated[seat]!;
    seats.forEach((other, otherSeat) => {
      if (other !== contestant) points[contestant]![other]! += pointsOf(places[seat]!, places[otherSeat]!);
    });
  });
  return { ...tally, ...addRecord(tally, seats, record), outcomes, ratings, points };
}

/**
 * The pairs of a tournament. A round has one pair for each group of contestants that can meet, in an order that spreads
 * them, so that a stopped tournament has results for every contestant. A pair has one game for each seat that a
 * contestant of the group can take, all from one seed.
 */
export function scheduleTournament(plan: TournamentPlan): PairSchedule<TournamentTally> {
  const { contestants } = plan;
  return {
    start: {
      ...noCounts,
      outcomes: contestants.map(() => noOutcomes),
      points: contestants.map(() => contestants.map(() => 0)),
      ratings: contestants.map(() => NEW_RATING),
      sides: contestants.map(() => emptySide),
    },
    maxPairs: plan.maxPairs,
    maxAhead: Infinity,
    pairingsOf: (pair) => pairTournament(plan, pair),
    fold: (tally, games, records) => foldPair(tally, games, records, plan.perGame),
  };
}

export type TournamentReport = ReturnType<typeof reportTournament>;
export type ParticipantReport = TournamentReport['participants'][number];

export function reportTournament(tally: TournamentTally, plan: TournamentPlan) {
  const { contestants, perGame, isGauntlet } = plan;
  const { pairs, outcomes, points, ratings, sides } = tally;
  const fit = perGame === 2 ? fitBradleyTerry(points) : undefined;
  const order = [...contestants.keys()].toSorted((a, b) => {
    return (fit === undefined ? 0 : fit.elo[b]! - fit.elo[a]!) || ratings[b]!.mean - ratings[a]!.mean;
  });
  const against = (own: number) =>
    order.map((other) => {
      if (other === own) return null;
      const [ours, theirs] = [points[own]![other]!, points[other]![own]!];
      return { points: ours, games: ours + theirs };
    });
  const isEloFinite = fit === undefined || fit.isFinite;
  const didNotPlay = contestants.filter((_, index) => neverPlayed(sides[index]!)).map(({ name }) => name);
  const participants = order.map((index) => ({
    ...reportContestant(sides[index]!, contestants[index]!),
    ...reportOutcomes(outcomes[index]!),
    /** Bradley-Terry, relative to the mean of all; `null` unless the games are duels. */
    elo: fit === undefined ? null : fit.elo[index]!,
    /** Half of the 95 % interval of `elo`. */
    eloError: fit === undefined ? null : Z95 * fit.errors[index]!,
    /** Weng-Lin: mean and standard deviation of the skill, where a newcomer has 25 and 8.3. */
    skill: { ...ratings[index]!, ordinal: ordinalOf(ratings[index]!) },
    /** Points against each participant, in the order of the list, and their games; `null` for itself. */
    against: against(index),
  }));
  return {
    ...reportPlayed(tally, plan, perGame),
    perGame,
    isGauntlet,
    /** False if a snake won or lost everything: then `elo` was computed with half a draw added per pairing. */
    isEloFinite,
    /** The participants that never played their strategy's move: with any, the result means little. */
    didNotPlay,
    /** Limits of the figures, for people. */
    remarks: [
      ...didNotPlay.map((name) => `${name} did not play: no move was its own. Its games say nothing about the others.`),
      ...participants.flatMap((one) => describeErrors(one.name, one) ?? []),
      ...(isEloFinite || pairs === 0 ? [] : [ELO_REMARK]),
    ],
    /** Best first: by Elo in duels, else by mean skill. Wins are games that it won alone. */
    participants,
  };
}

const ELO_REMARK =
  'At least one snake won or lost every game, so its Elo is unbounded. Half a draw was added per pairing: read the extreme ratings as limits.';
