/** Infers how a game ended for our snake: result, turn, place, cause and killer. Called by live games. */
import { cellAt } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { eliminationOf, headOf, isAlive, isMate, livingCount, seatOf, type Elimination } from '../rules/snakes.js';
import type { EliminationCause } from '../rules/types.js';
import type { GameRequest } from '../wire/resources.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { eliminateDead, livingPosition, sharesElimination } from './alive-tracker.js';
import { playLastStep, seenIn, stepSeen, type LaterSnake } from './last-step.js';

/** All results, in the order in which reports list them. */
export const GAME_RESULTS = ['win', 'draw', 'loss', 'abandoned'] as const;
/** How a game ended for our snake. `abandoned`: no `/end` came. */
export type GameResult = (typeof GAME_RESULTS)[number];

/** All that is known of a game when its `/end` has come. */
export interface LastRequests {
  /** The position on which the snake was last asked for a move, with its turn. */
  readonly asked: SeatedPosition;
  readonly end: GameRequest;
  /** Ids of the snakes that were known to be dead on that position. */
  readonly dead: ReadonlySet<string>;
}

/** How a game ended for our snake. What the requests do not show is absent. */
export interface GameOutcome {
  readonly result: GameResult;
  /** The engine's count of turns, dead snakes or not: the turn of its `/end`. */
  readonly turns?: number | undefined;
  /** The first turn on whose board the snake is dead, as engines name it; absent if it has survived. */
  readonly died?: number | undefined;
  /** 1 is the best; tied snakes share the mean of their places. */
  readonly place?: number | undefined;
  readonly cause?: EliminationCause | undefined;
  /** Id of the snake that killed ours; its own id if it did so itself. */
  readonly killer?: string | undefined;
}

/**
 * The outcome of a game, the same from every engine. Engines differ in three ways: the dead may stay on the
 * board, the snake may be asked once more on the final board, and the end may be numbered one turn higher than that.
 */
export function gameOutcomeOf(last: LastRequests): GameOutcome {
  const { asked, end, dead } = last;
  const after = livingPosition(end, dead, false);
  if (end.turn > 0) eliminateDead(after.position, end);
  const result = resultOf(asked, after, end);
  const hasSurvived = isLiving(after) && result !== 'loss';
  if (hasSurvived) return { result, turns: end.turn, place: rankOfLiving(after.position) };

  const seen = seenIn(end);
  const before = asked.position;
  const step = asked.seat < 0 ? undefined : playLastStep(before, asked.seat, seen);
  const death = step && eliminationOf(step, asked.seat);
  const cause = death?.cause ?? (sharesElimination(end) ? 'squad-eliminated' : undefined);
  const place = rankOfDead(last, after.position, seen, fellowOf(step, death));
  const killer = death?.by === '' ? undefined : death?.by;
  return { result, turns: end.turn, died: before.turn + 1, place, cause, killer };
}

/** A snake that was not asked on the final turn or the one before it died earlier. */
function resultOf(asked: SeatedPosition, after: SeatedPosition, end: GameRequest): 'win' | 'draw' | 'loss' {
  if (isLiving(after)) {
    if (wasLeftBehind(asked, end)) return 'loss';
    return isLastSquad(after) ? 'win' : 'draw';
  }
  // An engine that removes the dead may ask once more on the final board, and number the end one higher.
  const last = end.turn - (end.board.snakes.length === 0 ? 2 : 1);
  return livingCount(after.position) === 0 && asked.position.turn >= last ? 'draw' : 'loss';
}

/** Whether the game went on while our snake lay where its last step had taken it: some engines show the dead. */
function wasLeftBehind({ position, seat }: SeatedPosition, { turn, you }: GameRequest): boolean {
  const neck = you.body[1];
  if (neck === undefined || seat < 0) return false;
  return turn > position.turn + 1 && cellAt(position, neck.x, neck.y) === headOf(position, seat);
}

/** Whether all that live are our snake and its squad mates. */
function isLastSquad({ position, seat }: SeatedPosition): boolean {
  return position.ids.every((_, other) => other === seat || !isAlive(position, other) || isMate(position, seat, other));
}

function isLiving({ position, seat }: SeatedPosition): boolean {
  return seat >= 0 && isAlive(position, seat);
}

/** Of two snakes that died head to head, the other one. */
function fellowOf(step: Position | undefined, death: Elimination | undefined): string | undefined {
  if (step === undefined || death?.cause !== 'head-collision') return undefined;
  return isAlive(step, seatOf(step, death.by)) ? undefined : death.by;
}

/** Shared by all survivors, which is more than one if a squad has won. */
function rankOfLiving(after: Position): number {
  return (1 + livingCount(after)) / 2;
}

/** Behind every snake that lived longer; shared with those that died on the same turn, as far as the boards show it. */
function rankOfDead(
  { asked, end }: LastRequests,
  after: Position,
  seen: ReadonlyMap<string, LaterSnake>,
  fellow: string | undefined,
): number {
  const { position: before, seat } = asked;
  const ids = before.ids.filter((_, other) => other === seat || isAlive(before, other));
  const livesAfter = (id: string) => after.ids.includes(id) && isAlive(after, seatOf(after, id));
  const hasStayed = (id: string) => stepSeen(before, seatOf(before, id), seen.get(id)) !== undefined;
  const isNext = end.turn <= before.turn + 1;
  // An engine that keeps the dead on the board does not number the end one higher.
  const isShown = end.board.snakes.some(({ id }) => id === end.you.id);
  const isOver =
    isNext || (!isShown && end.turn === before.turn + 2 && ids.every((id) => !livesAfter(id) || hasStayed(id)));
  const fallsAlong = (id: string) => sharesElimination(end) && seat >= 0 && isMate(before, seat, seatOf(before, id));
  const outlived = ids.filter((id) => {
    if (id === end.you.id || id === fellow || fallsAlong(id)) return false;
    // A snake that is one step on either lives on the final board, or died no later than ours.
    return isOver ? livesAfter(id) : !hasStayed(id);
  }).length;
  return (outlived + 1 + ids.length) / 2;
}
