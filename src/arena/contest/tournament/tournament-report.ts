/** Makes the report of a tournament from its tally. */
import { Z95 } from '../../../stats/normal.js';
import { fitBradleyTerry } from '../../../stats/ratings/bradley-terry.js';
import { ordinalOf } from '../../../stats/ratings/weng-lin.js';
import { ratio, reportContestant, reportOutcomes, describeErrors } from '../contestant-report.js';
import type { ParticipantReport, TournamentReport } from '../report.js';
import { neverPlayed } from '../side-tally.js';
import type { TournamentPlan } from './tournament-plan.js';
import type { TournamentTally } from './tournament-tally.js';

export function reportTournament(tally: TournamentTally, plan: TournamentPlan): TournamentReport {
  const { contestants, perGame, isGauntlet, seed } = plan;
  const { pairs, played, turns, outcomes, points, ratings, sides } = tally;
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
  const participants = order.map((index): ParticipantReport => ({
    ...reportContestant(sides[index]!, contestants[index]!),
    ...reportOutcomes(outcomes[index]!),
    elo: fit === undefined ? null : fit.elo[index]!,
    eloError: fit === undefined ? null : Z95 * fit.errors[index]!,
    skill: { ...ratings[index]!, ordinal: ordinalOf(ratings[index]!) },
    against: against(index),
  }));
  return {
    games: pairs * perGame,
    pairs,
    perGame,
    isGauntlet,
    turns: ratio(turns, played),
    seed,
    isEloFinite,
    didNotPlay,
    remarks: [
      ...didNotPlay.map((name) => `${name} did not play: no move was its own. Its games say nothing about the others.`),
      ...participants.flatMap((one) => describeErrors(one.name, one) ?? []),
      ...(isEloFinite || pairs === 0 ? [] : [ELO_REMARK]),
    ],
    participants,
  };
}

const ELO_REMARK =
  'Somebody won or lost everything, so the Elo has no finite value. Half a draw was added for each two that met: the extreme ratings are too near to the others.';
