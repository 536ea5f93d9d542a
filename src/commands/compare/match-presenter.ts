/** What the page shows of a match. */
import { labelOf } from '../../arena/contest/contest.js';
import { addToTrail, type ThinnedTrail } from '../../arena/contest/thinned-trail.js';
import { gamesPerPair, type MatchOptions } from '../../arena/contest/match/match-options.js';
import { reportMatch, type MatchReport } from '../../arena/contest/match/match-report.js';
import { toSample, type MatchTally } from '../../arena/contest/match/match-tally.js';
import { evaluateMatch, type StopCondition } from '../../arena/contest/match/stop-condition.js';
import type { MatchDetails, MatchPoint, MatchSide } from '../../page/api/contests.js';
import { estimateElo } from '../../stats/elo.js';
import { toBounded, toOutcomes, type ContestPresenter } from '../contest/contest-presenter.js';
import { formatStanding, pairsLeft, sidesOf } from './format-match.js';

/** The view of a match, with what it shows over time: from the pair on with which this run began. */
export function createMatchPresenter(options: MatchOptions, condition: StopCondition): ContestPresenter<MatchTally> {
  const [base, candidate] = options.contestants;
  let trail: ThinnedTrail<MatchPoint> = { every: 1, points: [] };
  return {
    kind: 'match',
    title: `${labelOf(candidate)} against ${labelOf(base)}`,
    seed: options.seed,
    game: options.game,
    gamesPerPair: gamesPerPair(options),
    note(tally) {
      if (tally.pairs === 0) return;
      trail = addToTrail(trail, tally.pairs, () => measure(tally, condition));
    },
    pairsLeft: (tally) => pairsLeft(tally, condition),
    line: (tally) => formatStanding(tally, condition).join(', '),
    details(tally) {
      const { points } = trail;
      const isLast = points.at(-1)?.pairs === tally.pairs || tally.pairs === 0;
      const whole = isLast ? points : [...points, measure(tally, condition)];
      return { ...toDetails(reportMatch(tally, options, condition), condition), trail: whole };
    },
  };
}

function measure(tally: MatchTally, condition: StopCondition): MatchPoint {
  const { elo, low, high } = estimateElo(toSample(tally));
  const test = evaluateMatch(tally, condition);
  const bounded = { elo: toBounded(elo), low: toBounded(low), high: toBounded(high) };
  return { pairs: tally.pairs, ...bounded, ...(test !== undefined && { llr: test.llr }) };
}

function toDetails(report: MatchReport, condition: StopCondition): Omit<MatchDetails, 'trail'> {
  const { snakes, pentanomial, score, elo, eloLow, eloHigh, los, sentence } = report;
  const test = testOf(report, condition);
  return {
    kind: 'match',
    snakes,
    sides: sidesOf(report).map(([role, side]): MatchSide => {
      return { role, ...side, ...('wins' in side && { outcomes: toOutcomes(side) }) };
    }),
    ...(pentanomial !== null && { pentanomial }),
    score,
    elo: { elo: toBounded(elo), low: toBounded(eloLow), high: toBounded(eloHigh) },
    los,
    ...(test !== undefined && { test }),
    sentence,
  };
}

function testOf({ llr, llrBounds, verdict }: MatchReport, { sprt }: StopCondition): MatchDetails['test'] {
  if (sprt === undefined || llr === null || llrBounds === null || verdict === null) return undefined;
  const [lower, upper] = llrBounds;
  const { elo0, elo1, alpha, beta } = sprt;
  return { llr, lower, upper, verdict, elo0, elo1, alpha, beta };
}
