/** The report of a match: figures, and a verdict in a sentence. */
import { estimateElo, estimateNormalizedElo, likelihoodOfSuperiority } from '../../../stats/elo.js';
import { toPentanomial } from '../../../stats/sample.js';
import { evaluateMatch, toSample, type MatchTally } from './match-tally.js';
import { capitalize, formatDoubt, formatNeed, formatTest, reportSample, type TestedSample } from '../sample-report.js';
import { BASE, CANDIDATE, gamesPerPair, roleOf, isDuel, type MatchPlan } from './match-plan.js';
import { reportContestant, reportOutcomes, reportPlayed, describeErrors, firstReason } from '../contestant-report.js';
import { formatChance, formatCount, formatPercent } from '../../../views/numbers.js';
import { labelOf, type ContestantIndex } from '../contest.js';
import { meanScore, neverPlayed, type SideTally } from '../side-tally.js';

export type MatchReport = ReturnType<typeof reportMatch>;

/** Seen from the candidate. `null` for anything that was not requested. */
export function reportMatch(tally: MatchTally, plan: MatchPlan) {
  const { outcomes, pairScores, sides } = tally;
  const { contestants, snakes } = plan;
  const tested = testOf(tally, plan);
  const { sample } = tested;
  const normalized = isDuel(plan) && sample.count > 0 ? estimateNormalizedElo(sample) : undefined;
  const contestant = (index: number) => reportContestant(sides[index]!, contestants[index]!);
  return {
    ...reportPlayed(tally, plan, gamesPerPair(plan)),
    snakes,
    /** Pairs by the candidate's points, from 0 to 2; duels only. */
    pentanomial: pairScores.kind === 'duels' ? toPentanomial(pairScores.counts) : null,
    ...reportSample(tested),
    /** Normalised Elo with half of its 95 % interval, as fishtest shows it; duels only. */
    normalizedElo: normalized?.elo ?? null,
    normalizedEloError: normalized?.error ?? null,
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

function testOf(tally: MatchTally, plan: MatchPlan): TestedSample {
  return {
    sample: toSample(tally),
    sprt: plan.sprt,
    unit: 'pair',
    gamesPerUnit: gamesPerPair(plan),
    type: 'match',
    base: nameSide(BASE, plan),
    candidate: nameSide(CANDIDATE, plan),
  };
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
  const tested = testOf(tally, plan);
  const { sample, base, candidate } = tested;
  if (tally.pairs === 0) return 'No pair was completed.';
  const said = formatTest(tested);
  if (said !== undefined) return said;
  const after = `after ${formatCount(tally.pairs, 'pair')}`;
  const { outcomes } = tally;
  const score = isDuel(plan)
    ? `${candidate} scores ${formatPercent(sample.mean, 1)} against ${base} ${after}`
    : `${candidate} scores ${formatPercent(meanScore(outcomes.candidate), 1)}, ${base} in its place ${formatPercent(meanScore(outcomes.base), 1)}, ${after}`;
  const superiority = formatChance(likelihoodOfSuperiority(sample));
  return `${score}: better with a probability of ${superiority}.${formatDoubt(tested)}${formatNeed(tested)}`;
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
