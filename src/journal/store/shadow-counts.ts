/** What a game's turns say of its base's shadow: counted when the game is closed. */
import { moveNumber, type Direction } from '../../rules/types.js';
import type { SeatedPosition } from '../../wire/to-position.js';
import { AliveTracker } from '../../inference/alive-tracker.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { fateOf, seenIn, stepSeen } from '../../inference/last-step.js';
import type { WrittenTurn } from './packed-turns.js';
import { addTiming, formatTimings, type Timings } from './timings.js';

/** The end of a game as its snake saw it. */
export interface SeenEnd {
  /** The body of `/end`; absent where none came. */
  readonly body: string | undefined;
  /** Whether the snake died of its last turn. */
  readonly isDeath: boolean;
}

const NONE = {
  shadow_moved: 0,
  shadow_late: 0,
  shadow_failed: 0,
  shadow_illegal: 0,
  shadow_skipped: 0,
  /** The same move as the base's answer. */
  shadow_agreed: 0,
  /** Another move that leads to death for sure, where the base lived. */
  shadow_died: 0,
  /** Another move that does not, where the base died. */
  shadow_lived: 0,
};

/** Counts for the game's row. `turns` in order. */
export function countShadow(turns: readonly WrittenTurn[], end: SeenEnd) {
  const counts = { ...NONE };
  const took: Timings = new Map();
  const isShadowed = turns.some(({ facts }) => facts.shadow !== undefined);
  const census = new AliveTracker();
  let asked = isShadowed ? parseRequest(turns[0]!.body) : undefined;
  for (let index = 0; asked !== undefined; index++) {
    const { shadow, answer } = turns[index]!.facts;
    const after = turns[index + 1]?.body;
    const next = after === undefined ? undefined : parseRequest(after);
    const before = census.update(asked, true);
    if (shadow !== undefined) counts[`shadow_${shadow.kind}`]++;
    if (shadow !== undefined && shadow.kind !== 'skipped') addTiming(took, shadow.took);
    if (shadow?.kind === 'moved' && shadow.move === answer.move) counts.shadow_agreed++;
    else if (shadow?.kind === 'moved') {
      const seen = next ?? (end.body === undefined ? undefined : parseRequest(end.body));
      const isDeath = next === undefined && end.isDeath;
      const fate = seen === undefined ? 'unsure' : fateOfOther(before, seen, answer.move, shadow.move);
      if (fate === 'dies' && !isDeath) counts.shadow_died++;
      if (fate === 'lives' && isDeath) counts.shadow_lived++;
    }
    asked = next;
  }
  return { ...counts, shadow_took: formatTimings(took) };
}

/** What another move would have led to; sure only where the next request shows the move that was answered, and the next turn. */
function fateOfOther({ position, seat }: SeatedPosition, next: GameRequest, answered: Direction, other: Direction) {
  if (stepSeen(position, seat, next.you) !== moveNumber(answered)) return 'unsure';
  return fateOf(position, seat, moveNumber(other), seenIn(next));
}
