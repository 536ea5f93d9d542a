/** Counts what a shadow answered and what its moves would have led to. Called when a game is closed. */
import { moveNumber, type Direction } from '../../rules/types.js';
import { fateOf, seenIn, stepSeen } from '../../inference/last-step.js';
import { replayGame, type ReplayedTurn } from '../../inference/replay-game.js';
import type { WrittenTurn } from './packed-turns.js';
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

/** The counts for the game's row. Parses the requests only if some turn has a shadow. `turns` are in order. */
export function countShadow(turns: readonly WrittenTurn[], end: SeenEnd) {
  const counts = { ...NONE };
  const took: Histogram = {};
  for (const { shadow } of turns.map(({ facts }) => facts)) {
    if (shadow === undefined) continue;
    counts[`shadow_${shadow.kind}`]++;
    if (shadow.kind !== 'skipped') addTiming(took, shadow.took);
  }
  if (counts.shadow_moved > 0) countMoves(counts, turns, end);
  return { ...counts, shadow_took: formatHistogram(took) };
}

/** Compares the shadow's moves with the base's answers, and what either led to. */
function countMoves(counts: typeof NONE, turns: readonly WrittenTurn[], end: SeenEnd): void {
  const bodies = turns.map(({ body }) => body);
  let index = 0;
  for (const replayed of replayGame(bodies, end.body)) {
    const { shadow, answer } = turns[index++]?.facts ?? {};
    if (answer === undefined || shadow?.kind !== 'moved') continue;
    if (shadow.move === answer.move) {
      counts.shadow_agreed++;
      continue;
    }
    const isDeath = end.isDeath && index === turns.length;
    const fate = fateOfOther(replayed, answer.move, shadow.move);
    if (fate === 'dies' && !isDeath) counts.shadow_died++;
    if (fate === 'lives' && isDeath) counts.shadow_lived++;
  }
}

/**
 * What another move would have led to. Certain only if the next request shows the very next turn, and that the move
 * that was answered is the one that was made.
 */
function fateOfOther({ position, seat, next }: ReplayedTurn, answered: Direction, other: Direction) {
  if (next === undefined || stepSeen(position, seat, next.you) !== moveNumber(answered)) return 'unsure';
  return fateOf(position, seat, moveNumber(other), seenIn(next));
}
