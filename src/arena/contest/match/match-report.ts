/** Makes the report of a match from its tally. */
import { estimateElo, likelihoodOfSuperiority } from '../../../stats/elo.js';
import { toPentanomial } from '../../../stats/pair-counts.js';
import { forecastPairs } from './forecast.js';
import { formatVerdict, listSilent } from './format-verdict.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import { BASE, CANDIDATE, gamesPerPair, roleOf, type MatchOptions } from './match-options.js';
import { ratio, reportContestant, reportOutcomes } from '../contestant-report.js';
import { toBounded, toJsonNumber, type MatchPoint, type MatchReport } from '../report.js';

export function reportMatch(tally: MatchTally, options: MatchOptions, condition: StopCondition): MatchReport {
  const { pairs, outcomes, pairScores, played, turns, sides } = tally;
  const { contestants, seed, snakes } = options;
  const sample = toSample(tally);
  const { elo, error, low, high } = estimateElo(sample);
  const test = evaluateMatch(tally, condition);
  const missing = forecastPairs(tally, condition);
  const contestant = (index: number) => reportContestant(sides[index]!, contestants[index]!);
  return {
    games: pairs * gamesPerPair(options),
    pairs,
    snakes,
    pentanomial: pairScores.kind === 'duels' ? toPentanomial(pairScores.counts) : null,
    score: sample.mean,
    elo: toJsonNumber(elo),
    eloError: toJsonNumber(error),
    eloLow: toJsonNumber(low),
    eloHigh: toJsonNumber(high),
    los: likelihoodOfSuperiority(sample),
    test: condition.sprt ?? null,
    llr: test?.llr ?? null,
    llrBounds: test === undefined ? null : [test.lower, test.upper],
    verdict: test?.verdict ?? null,
    gamesNeeded: missing === undefined ? null : missing * gamesPerPair(options),
    didNotPlay: listSilent(tally).map((index) => roleOf(index, contestants)),
    sentence: formatVerdict(tally, options, condition),
    turns: ratio(turns, played),
    seed,
    base: { ...contestant(BASE), ...reportOutcomes(outcomes.base) },
    candidate: { ...contestant(CANDIDATE), ...reportOutcomes(outcomes.candidate) },
    opponents: [...contestants.keys()].slice(2).map(contestant),
  };
}

/** What a match has shown after these pairs, as one point of its course. */
export function measureMatch(tally: MatchTally, condition: StopCondition): MatchPoint {
  const { elo, low, high } = estimateElo(toSample(tally));
  const bounded = { elo: toBounded(elo), low: toBounded(low), high: toBounded(high) };
  return { pairs: tally.pairs, ...bounded, llr: evaluateMatch(tally, condition)?.llr ?? null };
}
