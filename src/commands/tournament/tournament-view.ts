/** What the page shows of a tournament. */
import {
  reportTournament,
  type ParticipantReport,
  type TournamentReport,
} from '../../arena/tournament/tournament-report.js';
import type { TournamentOptions } from '../../arena/tournament/tournament-options.js';
import type { TournamentTally } from '../../arena/tournament/tournament-tally.js';
import type { ParticipantRow, TournamentDetails } from '../../page/api/contests.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { toContestantRow, toOutcomeCounts, type ContestView } from '../contest/contest-view.js';
import { formatBest, remarksOn } from './format-tournament.js';

/** The view of a tournament. */
export function createTournamentView(options: TournamentOptions, maxPairs: number): ContestView<TournamentTally> {
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

function toRow(report: ParticipantReport): ParticipantRow {
  const { elo, eloError, skill, against } = report;
  return {
    ...toContestantRow(report),
    ...toOutcomeCounts(report),
    ...(elo !== null && eloError !== null && Number.isFinite(eloError) && { elo, eloError }),
    skill: { mean: skill.mean, deviation: skill.deviation },
    against,
  };
}
