/** The report of a match: figures, and a verdict in a sentence. */
import { estimateElo, estimateNormalizedElo, likelihoodOfSuperiority } from '../../../stats/elo.js';
import { toPentanomial } from '../../../stats/sample.js';
import { evaluateMatch, toSample, type MatchTally, forecastPairs, FEW_PAIRS } from './match-tally.js';
import { BASE, CANDIDATE, gamesPerPair, roleOf, isDuel, type MatchPlan } from './match-plan.js';
import { reportContestant, reportOutcomes, reportPlayed, describeErrors, firstReason } from '../contestant-report.js';
import { eloUnitOf } from '../../../stats/parse-sprt.js';
import type { SprtParameters } from '../../../stats/sprt.js';
import { formatChance, formatCount, formatPercent } from '../../../views/numbers.js';
import { labelOf, type ContestantIndex } from '../contest.js';
import { meanScore, neverPlayed, type SideTally } from '../side-tally.js';

export type MatchReport = ReturnType<typeof reportMatch>;

/** Seen from the candidate. `null` for anything that was not requested. */
export function reportMatch(tally: MatchTally, plan: MatchPlan) {
  const { outcomes, pairScores, sides } = tally;
  const { contestants, snakes } = plan;
  const sample = toSample(tally);
  const { elo, error, low, high } = estimateElo(sample);
  const normalized = isDuel(plan) && sample.count > 0 ? estimateNormalizedElo(sample) : undefined;
  const test = evaluateMatch(tally, plan);
  const missing = forecastPairs(tally, plan);
  const contestant = (index: number) => reportContestant(sides[index]!, contestants[index]!);
  return {
    ...reportPlayed(tally, plan, gamesPerPair(plan)),
    snakes,
    /** Pairs by the candidate's points, from 0 to 2; duels only. */
    pentanomial: pairScores.kind === 'duels' ? toPentanomial(pairScores.counts) : null,
    /** From 0 to 1; at 0.5 both are equally good. Half of 1 + the candidate's mean score − the base's. */
    score: sample.mean,
    elo: toJsonNumber(elo),
    /** Half the width of the 95 % interval from `eloLow` to `eloHigh`. */
    eloError: toJsonNumber(error),
    eloLow: toJsonNumber(low),
    eloHigh: toJsonNumber(high),
    /** Normalised Elo with half of its 95 % interval, as fishtest shows it; duels only. */
    normalizedElo: normalized?.elo ?? null,
    normalizedEloError: normalized?.error ?? null,
    /** Likelihood of superiority: the probability that the candidate is better. */
    los: likelihoodOfSuperiority(sample),
    test: plan.sprt ?? null,
    llr: test?.llr ?? null,
    llrBounds: test === undefined ? null : ([test.lower, test.upper] as const),
    /** The hypothesis that the test accepted. */
    verdict: test?.verdict ?? null,
    /** Games until the test, or the default test, decides at the present scores; `null` if unknown. */
    gamesNeeded: missing === undefined ? null : missing * gamesPerPair(plan),
    /** The contestants that never played their strategy's move: with any, the result is void. */
    didNotPlay: listSilent(tally).map((index) => roleOf(index, contestants)),
    /** The verdict for people. */
    sentence: formatVerdict(tally, plan),
    /** The outcomes of base and candidate cover the games in which their score counts. */
    base: { ...contestant(BASE), ...reportOutcomes(outcomes.base) },
    candidate: { ...contestant(CANDIDATE), ...reportOutcomes(outcomes.candidate) },
    opponents: [...contestants.keys()].slice(2).map(contestant),
  };
}

function toJsonNumber(value: number): number | 'Infinity' | '-Infinity' {
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** A match after some pairs. `null`: an unbounded end of the interval, or no test. */
export interface MatchPoint {
  readonly pairs: number;
  readonly elo: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly llr: number | null;
}

export function measureMatch(tally: MatchTally, plan: Pick<MatchPlan, 'sprt'>): MatchPoint {
  const { elo, low, high } = estimateElo(toSample(tally));
  const [bounded, from, to] = [elo, low, high].map((value) => (Number.isFinite(value) ? value : null));
  return { pairs: tally.pairs, elo: bounded!, low: from!, high: to!, llr: evaluateMatch(tally, plan)?.llr ?? null };
}

/** Usual advantages to test for, in Elo. */
const USUAL_ELO = [20, 50, 100, 200];
/** A forecast is good for two digits. */
const roundUp = (count: number) => {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(count)) - 2);
  return Math.ceil(count / unit) * unit;
};
/** From this probability on, a reader expects a verdict. */
const SURE = 0.95;
/** Beyond this many games a forecast is only a lower bound. */
const MAX_FORECAST = 1_000_000;

/** The verdict for people: the result of the match, then the errors of each contestant. */
function formatVerdict(tally: MatchTally, plan: MatchPlan): string {
  const silent = listSilent(tally);
  const outcome =
    silent.length > 0
      ? silent.map((index) => formatSilence(tally.sides[index]!, nameSide(index, plan)))
      : [formatOutcome(tally, plan)];
  return [...outcome.map(capitalize), ...formatErrors(tally, plan, silent).map(capitalize)].join(' ');
}

/** The contestants that never played their strategy's move. With any, a match is void. */
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

function formatOutcome(tally: MatchTally, plan: MatchPlan): string {
  const [base, candidate] = [nameSide(0, plan), nameSide(1, plan)];
  const after = `after ${formatCount(tally.pairs, 'pair')}`;
  if (tally.pairs === 0) return 'No pair was completed.';
  const verdict = evaluateMatch(tally, plan)?.verdict;
  if (verdict === 'undecided') return formatUndecided(tally, plan);
  if (verdict !== undefined) {
    return `${candidate} ${formatClaim(plan.sprt!, verdict)} ${base}: ${verdict} accepted ${after}.`;
  }
  const { outcomes } = tally;
  const score = isDuel(plan)
    ? `${candidate} scores ${formatPercent(toSample(tally).mean, 1)} against ${base} ${after}`
    : `${candidate} scores ${formatPercent(meanScore(outcomes.candidate), 1)}, ${base} in its place ${formatPercent(meanScore(outcomes.base), 1)}, ${after}`;
  return `${score}: better with a probability of ${formatSuperiority(tally)}.${formatDoubt(tally)}${formatNeed(tally, plan)}`;
}

/** Explains the test's demand, since the better side can be too little ahead for it, or too briefly. */
function formatUndecided(tally: MatchTally, plan: MatchPlan): string {
  const [base, candidate] = [nameSide(0, plan), nameSide(1, plan)];
  const { elo0, elo1 } = plan.sprt!;
  const unit = eloUnitOf(plan.sprt!);
  const known = `${candidate} is better than ${base} with a probability of ${formatSuperiority(tally)}`;
  const superiority = likelihoodOfSuperiority(toSample(tally));
  const asked = superiority >= SURE ? ', but the test asks for more' : '. The test asks for more';
  const hint = Math.max(superiority, 1 - superiority) >= SURE ? formatHint(tally, plan.sprt!) : '';
  const hypotheses = `H1 is ${elo1} ${unit}, H0 is ${elo0} ${unit}`;
  const undecided = `undecided after ${formatCount(tally.pairs, 'pair')}: ${known}${asked}: ${hypotheses}.`;
  return `${undecided}${formatDoubt(tally)}${formatNeed(tally, plan)}${hint}`;
}

function formatSuperiority(tally: MatchTally): string {
  return formatChance(likelihoodOfSuperiority(toSample(tally)));
}

function formatDoubt({ pairs }: MatchTally): string {
  return pairs < FEW_PAIRS ? ` With fewer than ${FEW_PAIRS} pairs, that probability is a rough guess.` : '';
}

/** When the test will decide, or the default test would; empty if it has, or that is unknown. */
function formatNeed(tally: MatchTally, plan: MatchPlan): string {
  const hasTest = plan.sprt !== undefined;
  if (!hasTest && toSample(tally).mean === 0.5) return ' So far there is no difference.';
  const pairs = forecastPairs(tally, plan);
  if (pairs === undefined || pairs === 0) return '';
  const games = roundUp((hasTest ? pairs : tally.pairs + pairs) * gamesPerPair(plan));
  const [test, noun] = hasTest ? ['the test', 'more game'] : ['a match without --games', 'game'];
  const count = games > MAX_FORECAST ? 'more than a million games' : `about ${formatCount(games, noun)}`;
  return ` At this rate, ${test} decides after ${count}.`;
}

/** Names a test that asks for a larger advantage, if the match shows one. */
function formatHint(tally: MatchTally, { elo1, model }: SprtParameters): string {
  if (model === 'normalized') return '';
  const shown = Math.abs(estimateElo(toSample(tally)).elo);
  const larger = USUAL_ELO.findLast((elo) => elo > elo1 && elo <= shown);
  return larger === undefined ? '' : ` A new match with --sprt elo1=${larger} decides sooner.`;
}

/** The claim of a hypothesis: H0 an advantage of at most elo0, H1 one of at least elo1. */
function formatClaim({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

function formatErrors({ sides }: MatchTally, plan: MatchPlan, except: readonly ContestantIndex[]): string[] {
  return sides.flatMap((side, index) =>
    except.includes(index) ? [] : (describeErrors(nameSide(index, plan), side) ?? []),
  );
}

/** `candidate hunter {"food":1}`. */
function nameSide(index: ContestantIndex, { contestants }: MatchPlan): string {
  return `${roleOf(index, contestants)} ${labelOf(contestants[index]!)}`;
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
