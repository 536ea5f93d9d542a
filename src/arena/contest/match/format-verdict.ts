/** A match's verdict in a sentence, with what the contestants lost by their own errors. */
import { estimateElo, likelihoodOfSuperiority } from '../../../stats/elo.js';
import type { SprtParameters } from '../../../stats/sprt.js';
import { formatCount, formatPercent } from '../../../terminal/format-numbers.js';
import { labelOf, type ContestantIndex } from '../contest.js';
import { FEW_PAIRS, forecastPairs } from './forecast.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import { gamesPerPair, isDuel, roleOf, type MatchOptions } from './match-options.js';
import { meanScore, neverPlayed, type SideTally } from '../side-tally.js';
import { describeErrors, firstReason } from '../contestant-report.js';

/** Advantages that one would test for, in Elo. */
const USUAL_ELO = [20, 50, 100, 200];
/** Two digits are what a forecast is good for. */
const roundUp = (count: number) => {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(count)) - 2);
  return Math.ceil(count / unit) * unit;
};
/** A probability from which a reader expects a verdict. */
const SURE = 0.95;
/** Beyond this many games a forecast only says that it is more. */
const MAX_FORECAST = 1_000_000;

/** The verdict for people: what the match has shown, then the errors of each contestant. */
export function formatVerdict(tally: MatchTally, options: MatchOptions, condition: StopCondition): string {
  const silent = listSilent(tally);
  const outcome =
    silent.length > 0
      ? silent.map((index) => formatSilence(tally.sides[index]!, nameSide(index, options)))
      : [formatOutcome(tally, options, condition)];
  return [...outcome.map(capitalize), ...formatErrors(tally, options, silent).map(capitalize)].join(' ');
}

/** The contestants that were asked to play and never did. While there are any, a match says nothing. */
export function listSilent({ sides }: MatchTally): readonly ContestantIndex[] {
  return [...sides.keys()].filter((index) => neverPlayed(sides[index]!));
}

function formatSilence(side: SideTally, name: string): string {
  const did =
    side.answers === 0
      ? `crashed all of its ${formatCount(side.crashes, 'game')}`
      : `did not play: none of its ${formatCount(side.answers, 'move')} was its own`;
  const reason = firstReason(side) ?? 'move returned nothing';
  return `${name} ${did} (${reason}). Therefore this match says nothing about who is better.`;
}

function formatOutcome(tally: MatchTally, options: MatchOptions, condition: StopCondition): string {
  const [base, candidate] = [nameSide(0, options), nameSide(1, options)];
  const after = `after ${formatCount(tally.pairs, 'pair')}`;
  if (tally.pairs === 0) return 'No pair was played to its end.';
  const verdict = evaluateMatch(tally, condition)?.verdict;
  if (verdict === 'undecided') return formatUndecided(tally, options, condition);
  if (verdict !== undefined) {
    return `${candidate} ${formatClaim(condition.sprt!, verdict)} ${base}: ${verdict} accepted ${after}.`;
  }
  const { outcomes } = tally;
  const score = isDuel(options)
    ? `${candidate} scores ${formatPercent(toSample(tally).mean, 1)} against ${base} ${after}`
    : `${candidate} scores ${formatPercent(meanScore(outcomes.candidate), 1)}, ${base} in its place ${formatPercent(meanScore(outcomes.base), 1)}, ${after}`;
  return `${score}: better with a probability of ${formatSuperiority(tally)}.${formatDoubt(tally)}${formatNeed(tally, options, condition)}`;
}

/** Says what the test asks for, since the side that is surely better can be too little ahead for it, or too briefly. */
function formatUndecided(tally: MatchTally, options: MatchOptions, condition: StopCondition): string {
  const [base, candidate] = [nameSide(0, options), nameSide(1, options)];
  const { elo0, elo1 } = condition.sprt!;
  const known = `${candidate} is better than ${base} with a probability of ${formatSuperiority(tally)}`;
  const superiority = likelihoodOfSuperiority(toSample(tally));
  const asked = superiority >= SURE ? ', but the test asks for more' : '. The test asks for more';
  const hint = Math.max(superiority, 1 - superiority) >= SURE ? formatHint(tally, condition.sprt!) : '';
  const hypotheses = `H1 is ${elo1} Elo, H0 is ${elo0} Elo`;
  const undecided = `undecided after ${formatCount(tally.pairs, 'pair')}: ${known}${asked}: ${hypotheses}.`;
  return `${undecided}${formatDoubt(tally)}${formatNeed(tally, options, condition)}${hint}`;
}

function formatSuperiority(tally: MatchTally): string {
  return formatPercent(likelihoodOfSuperiority(toSample(tally)), 1);
}

function formatDoubt({ pairs }: MatchTally): string {
  return pairs < FEW_PAIRS ? ` With fewer than ${FEW_PAIRS} pairs, that probability is a rough guess.` : '';
}

/** When the test will decide, or the default test would; empty if it has, or nothing is known. */
function formatNeed(tally: MatchTally, options: MatchOptions, condition: StopCondition): string {
  const hasTest = condition.sprt !== undefined;
  if (!hasTest && toSample(tally).mean === 0.5) return ' So far there is no difference.';
  const pairs = forecastPairs(tally, condition);
  if (pairs === undefined || pairs === 0) return '';
  const games = roundUp((hasTest ? pairs : tally.pairs + pairs) * gamesPerPair(options));
  const [test, noun] = hasTest ? ['the test', 'more game'] : ['a match without --games', 'game'];
  const count = games > MAX_FORECAST ? 'more than a million games' : `about ${formatCount(games, noun)}`;
  return ` If that goes on, ${test} decides after ${count}.`;
}

/** Names a test that asks for a larger advantage, if the match shows one. */
function formatHint(tally: MatchTally, { elo1 }: SprtParameters): string {
  const shown = Math.abs(estimateElo(toSample(tally)).elo);
  const larger = USUAL_ELO.findLast((elo) => elo > elo1 && elo <= shown);
  return larger === undefined ? '' : ` A new match with --sprt elo1=${larger} decides sooner.`;
}

/** What a hypothesis claims about the candidate: H0 an advantage of at most elo0, H1 one of at least elo1. */
function formatClaim({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

function formatErrors({ sides }: MatchTally, options: MatchOptions, except: readonly ContestantIndex[]): string[] {
  return sides.flatMap((side, index) =>
    except.includes(index) ? [] : (describeErrors(nameSide(index, options), side) ?? []),
  );
}

/** `candidate hunter {"food":1}`. */
function nameSide(index: ContestantIndex, { contestants }: MatchOptions): string {
  return `${roleOf(index, contestants)} ${labelOf(contestants[index]!)}`;
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
