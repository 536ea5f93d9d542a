/** The figures and sentences of a sample of scores: how far the candidate is ahead, and what the test says. */
import { estimateElo, likelihoodOfSuperiority } from '../../stats/elo.js';
import { eloUnitOf } from '../../stats/parse-sprt.js';
import type { ScoreSample } from '../../stats/sample.js';
import { DEFAULT_SPRT, evaluateSprt, type SprtParameters } from '../../stats/sprt.js';
import { formatChance, formatCount, formatElo, formatFixed } from '../../views/numbers.js';
import type { SectionGauge, SectionText } from '../../views/sections.js';

/** A sample with its test, and the words for its sides. */
export interface TestedSample {
  readonly sample: ScoreSample;
  readonly sprt: SprtParameters | undefined;
  /** What one score covers; a `pair` has several games. */
  readonly unit: 'pair' | 'game';
  readonly gamesPerUnit: number;
  readonly type: 'match' | 'duel';
  readonly base: string;
  readonly candidate: string;
}

export type SampleReport = ReturnType<typeof reportSample>;

/** Seen from the candidate. `null` for anything that was not requested. */
export function reportSample({ sample, sprt, gamesPerUnit }: Pick<TestedSample, 'sample' | 'sprt' | 'gamesPerUnit'>) {
  const { elo, error, low, high } = estimateElo(sample);
  const test = sprt && evaluateSprt(sample, sprt);
  const missing = forecast(sample, sprt);
  return {
    /** From 0 to 1; at 0.5 both are equally good. In a match half of 1 + the candidate's mean score − the base's. */
    score: sample.mean,
    elo: toJsonNumber(elo),
    /** Half the width of the 95 % interval from `eloLow` to `eloHigh`. */
    eloError: toJsonNumber(error),
    eloLow: toJsonNumber(low),
    eloHigh: toJsonNumber(high),
    /** Likelihood of superiority: the probability that the candidate is better. */
    los: likelihoodOfSuperiority(sample),
    test: sprt ?? null,
    llr: test?.llr ?? null,
    llrBounds: test === undefined ? null : ([test.lower, test.upper] as const),
    /** The hypothesis that the test accepted. */
    verdict: test?.verdict ?? null,
    /** Forecast of the games until the test, or the default test, decides; `null` if unknown. */
    gamesNeeded: missing === undefined ? null : missing * gamesPerUnit,
  };
}

function toJsonNumber(value: number): number | 'Infinity' | '-Infinity' {
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** With fewer scores, their spread is too uncertain for a forecast. */
export const FEW_SCORES = 30;
/** The longest forecast, as a multiple of the scores so far: few scores prove little. */
const MAX_GROWTH = 2 ** 20;
/** Steps of the search between two powers of two: enough for three digits. */
const BISECTIONS = 12;

/**
 * Scores until the test decides, if they stay as they are; without a test, until {@link DEFAULT_SPRT} would. 0 once it
 * has decided; otherwise `undefined` while there are fewer than {@link FEW_SCORES}.
 */
export function forecast(sample: ScoreSample, sprt: SprtParameters = DEFAULT_SPRT): number | undefined {
  const decides = (growth: number) => evaluateSprt(enlarge(sample, growth), sprt).verdict !== 'undecided';
  if (decides(1)) return 0;
  if (sample.count < FEW_SCORES) return undefined;
  // The correction for few scores makes the LLR grow unevenly, so a search finds the growth at which the test decides.
  let enough = 2;
  while (!decides(enough)) {
    enough *= 2;
    if (enough > MAX_GROWTH) return undefined;
  }
  let few = enough / 2;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (few + enough) / 2;
    if (decides(middle)) enough = middle;
    else few = middle;
  }
  return Math.max(0, Math.ceil(sample.count * enough - sample.count));
}

/** The sample with `growth` times as many of the same scores. */
function enlarge({ count, categories, ...same }: ScoreSample, growth: number): ScoreSample {
  const enlarged = { ...same, count: count * growth };
  if (categories === undefined) return enlarged;
  return { ...enlarged, categories: categories.map((one) => ({ score: one.score, count: one.count * growth })) };
}

/** Advantages that a hint suggests to test for, in Elo. */
const USUAL_ELO = [20, 50, 100, 200];
/** Rounds a forecast up to two digits: it is no more precise. */
const roundUp = (count: number) => {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(count)) - 2);
  return Math.ceil(count / unit) * unit;
};
/** From this probability on, a reader expects a verdict. */
const SURE = 0.95;
/** Beyond this many games a forecast is only a lower bound. */
const MAX_FORECAST = 1_000_000;

/** What the test says, in a sentence; `undefined` without a test. */
export function formatTest(tested: TestedSample): string | undefined {
  const { sample, sprt, unit, base, candidate } = tested;
  if (sprt === undefined) return undefined;
  const { verdict } = evaluateSprt(sample, sprt);
  if (verdict === 'undecided') return formatUndecided(tested, sprt);
  return `${candidate} ${formatClaim(sprt, verdict)} ${base}: ${verdict} accepted after ${formatCount(sample.count, unit)}.`;
}

/** Explains why a side that is probably better has not passed the test: its lead is too small or too short. */
function formatUndecided(tested: TestedSample, { elo0, elo1, model }: SprtParameters): string {
  const { sample, unit, base, candidate } = tested;
  const eloUnit = eloUnitOf(tested.sprt!);
  const superiority = likelihoodOfSuperiority(sample);
  const known = `${candidate} is better than ${base} with a probability of ${formatChance(superiority)}`;
  const asked = superiority >= SURE ? ', but the test asks for more' : '. The test asks for more';
  const isClear = Math.max(superiority, 1 - superiority) >= SURE && model !== 'normalized';
  const hypotheses = `H1 is ${elo1} ${eloUnit}, H0 is ${elo0} ${eloUnit}`;
  const undecided = `undecided after ${formatCount(sample.count, unit)}: ${known}${asked}: ${hypotheses}.`;
  return `${undecided}${formatDoubt(tested)}${formatNeed(tested)}${isClear ? formatHint(tested, elo1) : ''}`;
}

export function formatDoubt({ sample, unit }: TestedSample): string {
  return sample.count < FEW_SCORES ? ` With fewer than ${FEW_SCORES} ${unit}s, that probability is a rough guess.` : '';
}

/** When the test will decide, or the default test would; empty if it has, or that is unknown. */
export function formatNeed({ sample, sprt, gamesPerUnit, type }: TestedSample): string {
  const hasTest = sprt !== undefined;
  if (!hasTest && sample.mean === 0.5) return ' So far there is no difference.';
  const scores = forecast(sample, sprt);
  if (scores === undefined || scores === 0) return '';
  const games = roundUp((hasTest ? scores : sample.count + scores) * gamesPerUnit);
  const [test, noun] = hasTest ? ['the test', 'more game'] : [`a ${type} without --games`, 'game'];
  const count = games > MAX_FORECAST ? 'more than a million games' : `about ${formatCount(games, noun)}`;
  return ` At this rate, ${test} decides after ${count}.`;
}

/** Names a test that asks for a larger advantage, if the sample shows one. */
function formatHint({ sample, type }: TestedSample, elo1: number): string {
  const shown = Math.abs(estimateElo(sample).elo);
  const larger = USUAL_ELO.findLast((elo) => elo > elo1 && elo <= shown);
  return larger === undefined ? '' : ` A new ${type} with --sprt elo1=${larger} decides sooner.`;
}

/** The claim of a hypothesis: H0 an advantage of at most elo0, H1 one of at least elo1. */
function formatClaim({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

export function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The badge of a verdict. */
export const BADGES = {
  H1: { word: 'H1 accepted', tone: 'good' },
  H0: { word: 'H0 accepted', tone: 'bad' },
  undecided: { word: 'undecided', tone: 'warning' },
} as const;

/** The Elo of the candidate, as numbers. */
export function eloOf({ elo, eloLow, eloHigh }: Pick<SampleReport, 'elo' | 'eloLow' | 'eloHigh'>) {
  return { elo: Number(elo), low: Number(eloLow), high: Number(eloHigh) };
}

/** How it stands, in a few words. */
export function standOf(report: SampleReport): string[] {
  const llr = report.llr === null ? [] : [`LLR ${formatFixed(report.llr, 2)}`];
  return [`Elo ${formatElo(eloOf(report))}`, ...llr];
}

export function showElo(report: SampleReport): SectionText {
  const elo = eloOf(report);
  const [figure, note] = [formatElo(elo), `probability of being better: ${formatChance(report.los)}`];
  const tone = elo.low > 0 ? 'good' : elo.high < 0 ? 'bad' : undefined;
  return { kind: 'text', label: 'Elo', text: `${figure}; ${note}`, tile: { name: 'Elo', figure, note, tone } };
}

/** Empty without a test. */
export function showTest({ test, llr, llrBounds }: SampleReport): SectionGauge[] {
  if (test === null || llr === null || llrBounds === null) return [];
  const { elo0, elo1, alpha, beta } = test;
  const unit = eloUnitOf(test);
  const [low, high] = llrBounds;
  const bounds = `${formatFixed(low, 2)}, ${formatFixed(high, 2)}`;
  return [
    {
      kind: 'gauge',
      label: 'SPRT',
      text: `LLR ${formatFixed(llr, 2)} (${bounds}): H0 ${elo0} ${unit}, H1 ${elo1} ${unit}, alpha ${alpha}, beta ${beta}`,
      value: llr,
      low: { y: low, name: `H0: ${elo0} ${unit}` },
      high: { y: high, name: `H1: ${elo1} ${unit}` },
    },
  ];
}
