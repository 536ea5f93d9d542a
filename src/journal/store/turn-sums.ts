/**
 * Sums over the turns of a game for its row: counts of answers, of a shadow's answers, and histograms of times. With
 * them, a report covers thousands of games without their turns.
 */
import { fateOf, seenSnakes, stepSeen } from '../../inference/last-step.js';
import { isFogged } from '../../wire/fog.js';
import { measuredLatency } from '../../inference/move-used.js';
import { replayGame, type ReplayStep } from '../../inference/replay-game.js';
import { moveNumber, type Direction } from '../../rules/types.js';
import { addSize, sizePercentile, formatHistogram, type Histogram, type LogScale } from '../../stats/histogram.js';
import type { Percentiles } from '../../views/report-lines.js';
import type { TurnFacts } from '../journal-event.js';

/** The scale of all times in the database: buckets that are 6 % wide. Stored rows depend on it. */
export const TIME_SCALE: LogScale = { perDoubling: 12, unit: 1 };

function addTiming(timings: Histogram, ms: number): void {
  addSize(timings, TIME_SCALE, ms);
}

/** The median and the 99th percentile of a histogram. */
export function toPercentiles(timings: Readonly<Histogram>): Percentiles {
  const p50 = sizePercentile(timings, TIME_SCALE, 0.5);
  const p99 = sizePercentile(timings, TIME_SCALE, 0.99);
  return { ...(p50 !== undefined && { p50 }), ...(p99 !== undefined && { p99 }) };
}

/** Counts of answers, and histograms of our times and of the latency that engines report. */
export function countTurns(turns: readonly TurnFacts[]) {
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0, unlikely: 0 };
  const took: Histogram = {};
  const latency: Histogram = {};
  for (const { answer, last, end } of turns) {
    // Imported steps are no answers of ours, and their times would say nothing about this host.
    if (answer.kind === 'seen') continue;
    counts[answer.kind]++;
    addTiming(took, answer.took);
    for (const feedback of [last, end]) {
      if (feedback === undefined) continue;
      if (feedback.used === 'no') counts.lost++;
      if (feedback.used === 'unlikely') counts.unlikely++;
      const measured = measuredLatency(feedback.latency, feedback.used);
      if (measured !== undefined) addTiming(latency, measured);
    }
  }
  return { ...counts, took: formatHistogram(took), latency: formatHistogram(latency) };
}

export interface SeenEnd {
  readonly body: string | undefined;
  readonly isDeath: boolean;
}

/** The columns of a game without a shadow. */
const NONE = {
  shadow_moved: 0,
  shadow_late: 0,
  shadow_failed: 0,
  shadow_illegal: 0,
  shadow_skipped: 0,
  /** The base's move. */
  shadow_agreed: 0,
  /** Another move that leads to certain death, on a turn that the base survived. */
  shadow_died: 0,
  /** Another move that certainly survives, on the turn on which the base died. */
  shadow_lived: 0,
};

/**
 * The counts for the game's row. Parses the requests only if a turn has a shadow. Turns are in order; without their
 * bodies, outcomes are not counted.
 */
export function countShadow(facts: readonly TurnFacts[], bodies: readonly string[] | undefined, end: SeenEnd) {
  const counts = { ...NONE };
  const took: Histogram = {};
  for (const { shadow, answer } of facts) {
    if (shadow === undefined) continue;
    counts[`shadow_${shadow.kind}`]++;
    if (shadow.kind !== 'skipped') addTiming(took, shadow.took);
    if (shadow.kind === 'moved' && shadow.move === answer.move) counts.shadow_agreed++;
  }
  if (bodies !== undefined && counts.shadow_moved > counts.shadow_agreed) countFates(counts, facts, bodies, end);
  return { ...counts, shadow_took: formatHistogram(took) };
}

/** Counts the outcomes of the shadow's moves that differ from the base's. */
function countFates(counts: typeof NONE, facts: readonly TurnFacts[], bodies: readonly string[], end: SeenEnd): void {
  let index = 0;
  for (const replayed of replayGame(bodies, end.body)) {
    const { shadow, answer } = facts[index++] ?? {};
    if (answer?.move === undefined || shadow?.kind !== 'moved' || shadow.move === answer.move) continue;
    const isDeath = end.isDeath && index === facts.length;
    const fate = fateOfOther(replayed, answer.move, shadow.move);
    if (fate === 'dies' && !isDeath) counts.shadow_died++;
    if (fate === 'lives' && isDeath) counts.shadow_lived++;
  }
}

/**
 * The outcome of another move. Certain only if the next request shows the very next turn, and that the answered move
 * was made.
 */
function fateOfOther({ position, seat, next }: ReplayStep, answered: Direction, other: Direction) {
  if (next === undefined || stepSeen(position, seat, next.you) !== moveNumber(answered)) return 'unsure';
  // A hidden snake may have been in the way.
  if (isFogged(next)) return 'unsure';
  return fateOf(position, seat, moveNumber(other), seenSnakes(next));
}
