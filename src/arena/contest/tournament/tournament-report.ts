/** The result of a tournament as one object: `tournament --json` prints it, and a formatter turns it into text. */
import { Z95 } from '../../../stats/normal.js';
import { fitBradleyTerry } from '../../../stats/ratings/bradley-terry.js';
import { ordinalOf } from '../../../stats/ratings/weng-lin.js';
import { ratio, reportContestant, reportOutcomes, type ContestantReport } from '../contestant-report.js';
import type { OutcomesView } from '../../../page/api/contests.js';
import { neverPlayed } from '../side-tally.js';
import type { TournamentOptions } from './tournament-options.js';
import type { TournamentTally } from './tournament-tally.js';

/** A participant with its ratings. Wins are games that it ended alone in the first place. */
export interface ParticipantReport extends ContestantReport, OutcomesView {
  /** Bradley-Terry, relative to the mean of all; `null` unless the games are duels. */
  readonly elo: number | null;
  /** Half of the 95 % interval of `elo`. */
  readonly eloError: number | null;
  /** Weng-Lin: mean and standard deviation of the skill, where a newcomer has 25 and 8.3. */
  readonly skill: { readonly mean: number; readonly deviation: number; readonly ordinal: number };
  /** Points against each participant, in the order of this list, and the games in which they met; `null` for itself. */
  readonly against: readonly ({ readonly points: number; readonly games: number } | null)[];
}

export interface TournamentReport {
  readonly games: number;
  readonly pairs: number;
  /** Snakes in a game. */
  readonly perGame: number;
  readonly isGauntlet: boolean;
  /** Mean turns of a game. */
  readonly turns: number;
  readonly seed: string;
  /** False if somebody won or lost everything: the results alone have no finite `elo`, and half a draw was added. */
  readonly isEloFinite: boolean;
  /** The participants that never played a move of their own: while there are any, the result means little. */
  readonly didNotPlay: readonly string[];
  /** The best first: by Elo in duels, else by mean skill. */
  readonly participants: readonly ParticipantReport[];
}

export function reportTournament(tally: TournamentTally, options: TournamentOptions): TournamentReport {
  const { contestants, perGame, isGauntlet, seed } = options;
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
  return {
    games: pairs * perGame,
    pairs,
    perGame,
    isGauntlet,
    turns: ratio(turns, played),
    seed,
    isEloFinite: fit === undefined || fit.isFinite,
    didNotPlay: contestants.filter((_, index) => neverPlayed(sides[index]!)).map(({ name }) => name),
    participants: order.map((index) => ({
      ...reportContestant(sides[index]!, contestants[index]!),
      ...reportOutcomes(outcomes[index]!),
      elo: fit === undefined ? null : fit.elo[index]!,
      eloError: fit === undefined ? null : Z95 * fit.errors[index]!,
      skill: { ...ratings[index]!, ordinal: ordinalOf(ratings[index]!) },
      against: against(index),
    })),
  };
}
