/** A kept answer, bounded: an earlier release kept what a strategy had forged. Used by `packed-turns.ts`. */
import { isDirection, MAX_SHOUT } from '../../wire/move.js';
import { isRecord } from '../../errors/kind-of.js';
import { cutString } from '../../wire/limits.js';
import { readKeptNote } from '../../wire/note.js';
import { LATE_CAUSES } from '../../wire/responses.js';
import type { TurnAnswer } from '../../views/game-rows.js';

/** Most characters of a reason that are read: it may quote the strategy's errors. */
const MAX_REASON = 2000;

/** Picks the fields of an answer. An unknown kind counts as failed, and a missing move, except of `seen`, as `up`. */
export function readAnswer(value: unknown): TurnAnswer {
  const { kind, move: sent, shout: said, took: ms, found, reason, cause, ...rest } = isRecord(value) ? value : {};
  const note = readKeptNote(rest['note']);
  const common = {
    ...(typeof said === 'string' && { shout: cutString(said, MAX_SHOUT) }),
    ...(note !== undefined && { note }),
    ...(typeof found === 'boolean' && { found }),
  } as const;
  if (kind === 'seen') return { kind, ...(isDirection(sent) && { move: sent }), ...common };
  const move = isDirection(sent) ? sent : 'up';
  const took = typeof ms === 'number' && Number.isFinite(ms) ? ms : 0;
  if (kind === 'moved')
    return { kind, move, ...common, took, ...(rest['isDelegated'] === true && { isDelegated: true as const }) };
  const known = LATE_CAUSES.find((each) => each === cause);
  return {
    kind: kind === 'late' || kind === 'illegal' ? kind : 'failed',
    move,
    ...common,
    took,
    fallback: rest['fallback'] === 'proposed' ? 'proposed' : 'safe',
    reason: typeof reason === 'string' ? cutString(reason, MAX_REASON) : '',
    ...(known && { cause: known }),
  };
}
