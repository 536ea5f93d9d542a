/** Counts a shadow's answers and the outcomes of its moves. Called when a game is closed. */
import { moveNumber, type Direction } from '../../rules/types.js';
import { fateOf, seenSnakes, stepSeen } from '../../inference/last-step.js';
import { replayGame, type ReplayStep } from '../../inference/replay-game.js';
import type { TurnFacts } from '../journal-event.js';
import { formatHistogram, type Histogram } from '../../stats/histogram.js';
import { addTiming } from './timings.js';

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
    if (answer === undefined || shadow?.kind !== 'moved' || shadow.move === answer.move) continue;
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
  return fateOf(position, seat, moveNumber(other), seenSnakes(next));
}
