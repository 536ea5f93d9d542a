/** What the page shows of a tournament. */
import {
  reportTournament,
  type ParticipantReport,
  type TournamentReport,
} from '../../arena/contest/tournament/tournament-report.js';
import type { TournamentOptions } from '../../arena/contest/tournament/tournament-options.js';
import type { TournamentTally } from '../../arena/contest/tournament/tournament-tally.js';
import type { ParticipantView, TournamentDetails } from '../../page/api/contests.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { toContestantView, toOutcomeCounts, type ContestPresenter } from '../contest/contest-presenter.js';
import { formatBest, remarksOn } from './format-tournament.js';

/** The view of a tournament. */
export function createTournamentPresenter(
  options: TournamentOptions,
  maxPairs: number,
): ContestPresenter<TournamentTally> {
  const { contestants, isGauntlet, perGame, seed, game } = options;
  return {
    kind: 'tournament',
    title: `${isGauntlet ? 'gauntlet' : 'tournament'} of ${formatCount(contestants.length, 'snake')}`,
    seed,
    game,
    gamesPerPair: perGame,
    note() {},
    pairsLeft: ({ pairs }) => maxPairs - pairs,
    line: (tally) => formatBest(reportTournament(tally, options)),
    details: (tally) => toDetails(reportTournament(tally, options)),
  };
}

function toDetails(report: TournamentReport): TournamentDetails {
  const { perGame, isGauntlet, participants } = report;
  return {
    kind: 'tournament',
    perGame,
    isGauntlet,
    participants: participants.map(toRow),
    remarks: report.pairs === 0 ? [] : remarksOn(report),
  };
}

function toRow(report: ParticipantReport): ParticipantView {
  const { elo, eloError, skill, against } = report;
  return {
    ...toContestantView(report),
    ...toOutcomeCounts(report),
    ...(elo !== null && eloError !== null && Number.isFinite(eloError) && { elo, eloError }),
    skill: { mean: skill.mean, deviation: skill.deviation },
    against,
  };
}
