/** Counts what a shadow answered and what its moves would have led to. Called when a game is closed. */
import { moveNumber, type Direction } from '../../rules/types.js';
import { fateOf, seenIn, stepSeen } from '../../inference/last-step.js';
import { replayGame, type ReplayStep } from '../../inference/replay-game.js';
import type { TurnFacts } from '../journal-event.js';
import { formatHistogram, type Histogram } from '../../stats/histogram.js';
import { addTiming } from './timings.js';

/** The end of a game as its snake saw it. */
export interface SeenEnd {
  /** The body of `/end`; `undefined` if none came. */
  readonly body: string | undefined;
  /** Whether the snake died on its last turn. */
  readonly isDeath: boolean;
}

/** The columns of a game without a shadow. */
const NONE = {
  shadow_moved: 0,
  shadow_late: 0,
  shadow_failed: 0,
  shadow_illegal: 0,
  shadow_skipped: 0,
  /** The same move as the base's answer. */
  shadow_agreed: 0,
  /** Another move that certainly leads to death, on a turn that the base survived. */
  shadow_died: 0,
  /** Another move that certainly does not, on the turn on which the base died. */
  shadow_lived: 0,
};

/**
 * The counts for the game's row. Parses the requests only if some turn has a shadow. Turns are in order; without their
 * bodies, what the shadow's moves would have led to is not counted.
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

/** Counts what the moves led to in which the shadow differed. */
function countFates(counts: typeof NONE, facts: readonly TurnFacts[], bodies: readonly string[], end: SeenEnd): void {
  let index = 0;
  for (const replayed of replayGame(bodies, end.body)) {
    const { shadow, answer } = facts[index++] ?? {};
    if (answer === undefined || shadow?.kind !== 'moved' || shadow.move === answer.move) continue;
    const isDeath = end.isDeath && index === facts.length;
    const fate = fateOfOther(replayed, answer.move, shadow.move);
    if (fate === 'dies' && !isDeath) counts.shadow_died++;
    if (fate === 'lives' && isDeath) counts.shadow_lived++;
  }
}

/**
 * What another move would have led to. Certain only if the next request shows the very next turn, and that the move
 * that was answered is the one that was made.
 */
function fateOfOther({ position, seat, next }: ReplayStep, answered: Direction, other: Direction) {
  if (next === undefined || stepSeen(position, seat, next.you) !== moveNumber(answered)) return 'unsure';
  return fateOf(position, seat, moveNumber(other), seenIn(next));
}
