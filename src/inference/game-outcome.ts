/** What a game's last requests say of its end: the place, the turn, the cause of death. Called when a game is closed. */
import type { Position } from '../rules/position.js';
import { eliminationOf, isAlive, isMate, seatOf, type Elimination } from '../rules/snakes.js';
import { toPosition, type SeatedPosition } from '../wire/to-position.js';
import { eliminateDead, sharesElimination } from './eliminate-dead.js';
import type { GameRequest } from '../wire/resources.js';
import { hasStepped, playLastStep, seenIn, type SeenSnake } from './last-step.js';

/** How a game ended for our snake. `abandoned`: no `/end` came. */
export const GAME_RESULTS = ['win', 'draw', 'loss', 'abandoned'] as const;
export type GameResult = (typeof GAME_RESULTS)[number];

/** What is known of a game when it ends. */
export interface LastRequests {
  readonly result: GameResult;
  /** Number of snakes that began. */
  readonly snakes: number;
  /** The last `/move`. */
  readonly asked: GameRequest;
  /** The `/end`. */
  readonly end: GameRequest;
  /** Ids of the snakes that were dead when the snake was last asked. */
  readonly dead: readonly string[];
}

export interface GameOutcome {
  /** Turn on which the game ended for the snake. */
  readonly turns: number;
  /** 1 is the best; a place that several share is the mean of theirs. Absent for a snake that played alone. */
  readonly place?: number | undefined;
  readonly cause?: string | undefined;
  /** Name of the snake that did it; of itself where it did. */
  readonly killer?: string | undefined;
}

export function gameOutcomeOf(last: LastRequests): GameOutcome {
  const { result, asked, end, dead } = last;
  const before = positionOf(asked, dead);
  const after = positionOf(end, dead);
  eliminateDead(after.position, end);
  const lives = result === 'win' || (after.seat >= 0 && isAlive(after.position, after.seat) && result === 'draw');
  if (lives) return { turns: lastTurn(asked, end), place: placeAlive(last.snakes, after) };

  const seen = seenIn(end);
  const step = before.seat < 0 ? undefined : playLastStep(before.position, before.seat, seen);
  const death = step && eliminationOf(step, before.seat);
  const killer = asked.board.snakes.find(({ id }) => id === death?.by)?.name;
  const cause = death?.cause ?? (sharesElimination(end) ? 'squad-eliminated' : undefined);
  const place = placeDead(last, before.position, after.position, seen, fellowOf(step, death));
  return { turns: asked.turn + 1, place, cause, killer };
}

/** Of two that ran head to head, the other one too may have died of it. */
function fellowOf(step: Position | undefined, death: Elimination | undefined): string | undefined {
  if (step === undefined || death?.cause !== 'head-collision') return undefined;
  return isAlive(step, seatOf(step, death.by)) ? undefined : death.by;
}

function positionOf(request: GameRequest, dead: readonly string[]): SeatedPosition {
  return toPosition(
    request,
    request.board.snakes.filter(({ id, body }) => body.length > 0 && !dead.includes(id)),
  );
}

/** Some engines ask once more on the final board, and number the end one higher. */
function lastTurn(asked: GameRequest, end: GameRequest): number {
  const [before] = asked.you.body;
  const [after] = end.you.body;
  return before?.x === after?.x && before?.y === after?.y ? asked.turn : end.turn;
}

/** Shared by all that live: by a squad that has won, too. */
function placeAlive(snakes: number, { position }: SeatedPosition): number | undefined {
  if (snakes < 2) return undefined;
  const living = position.ids.filter((_, seat) => isAlive(position, seat)).length;
  return (1 + living) / 2;
}

/** Behind all that lived on; shared with those that went on the same turn, as far as the boards tell. */
function placeDead(
  { snakes, asked, end }: LastRequests,
  before: Position,
  after: Position,
  seen: ReadonlyMap<string, SeenSnake>,
  fellow: string | undefined,
): number | undefined {
  if (snakes < 2) return undefined;
  const livesAfter = (id: string) => after.ids.includes(id) && isAlive(after, seatOf(after, id));
  const hasStayed = (id: string) => hasStepped(before, seatOf(before, id), seen.get(id));
  const isNext = end.turn <= asked.turn + 1;
  // An engine that shows the dead does not number the end one higher.
  const isShown = end.board.snakes.some(({ id }) => id === asked.you.id);
  const isOver =
    isNext || (!isShown && end.turn === asked.turn + 2 && before.ids.every((id) => !livesAfter(id) || hasStayed(id)));
  const fallsAlong = (id: string) =>
    sharesElimination(end) && isMate(before, seatOf(before, asked.you.id), seatOf(before, id));
  const outlived = before.ids.filter((id) => {
    if (id === asked.you.id || id === fellow || fallsAlong(id)) return false;
    // A snake that is where its next step took it either is on the final board, or went no further than this one.
    return isOver ? livesAfter(id) : !hasStayed(id);
  }).length;
  return (outlived + 1 + before.ids.length) / 2;
}
