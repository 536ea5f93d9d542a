/** Plays one step of a snake from the boards before and after. Used for outcomes, shadow counts and `analyse`. */
import { cellAt, stepOn } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { bodyCell, headOf, isAlive } from '../rules/snakes.js';
import { stepBetween } from '../rules/steps.js';
import { lookAhead } from '../rules/toolkit/look-ahead.js';
import { legalMoves } from '../rules/toolkit/moves.js';
import { DIRECTIONS, FULL_HEALTH, MAX_SNAKES, NO_MOVE, type Cell, type MoveNumber, type Seat } from '../rules/types.js';
import type { GameRequest, Snake } from '../wire/resources.js';

/** The part of a later request that shows a snake. */
export type SeenSnake = Pick<Snake, 'body' | 'health'>;
type Seen = ReadonlyMap<string, SeenSnake>;

/**
 * The board after the step on which the snake on `seat` died; `undefined` if the boards do not show it.
 *
 * A body seen one step on shows where its head went. A snake that has moved on since may have gone anywhere: it is
 * assumed to have gone elsewhere, unless only its head on the dead snake's target cell explains the death.
 *
 * @param before the last board on which the snake was asked, with the living alone.
 * @param seen the snakes of a later request, by id.
 * @param isFogged whether another snake may have explained the death, unseen: then nothing is assumed.
 */
export function playLastStep(before: Position, seat: Seat, seen: Seen, isFogged = false): Position | undefined {
  const mine = stepSeen(before, seat, seen.get(before.ids[seat]!));
  if (mine === undefined) return undefined;
  const { alone, onto } = playStep(before, seat, mine, seen);
  if (!isAlive(alone, seat)) return alone;
  return isFogged || isAlive(onto, seat) ? undefined : onto;
}

/**
 * The result of a step of the snake or of another one, while the other snakes make the steps that were seen. `unsure`
 * if that depends on a snake whose step was not seen.
 */
export function fateOf(before: Position, seat: Seat, step: MoveNumber, seen: Seen): 'lives' | 'dies' | 'unsure' {
  const { alone, onto } = playStep(before, seat, step, seen);
  if (!isAlive(alone, seat)) return 'dies';
  return isAlive(onto, seat) ? 'lives' : 'unsure';
}

/**
 * Two boards after a step of the snake on `seat`: `alone`, on which every snake whose step was not seen went elsewhere,
 * and `onto`, on which each of them that could went to this snake's target cell.
 */
function playStep(before: Position, seat: Seat, mine: MoveNumber, seen: Seen) {
  const steps = before.ids.map((id, other) => (other === seat ? mine : stepSeen(before, other, seen.get(id))));
  const target = stepOn(before, before.rules.wraps, headOf(before, seat), mine);
  const elsewhere = steps.map((step, other) => step ?? stepElsewhere(before, other, target));
  const meeting = steps.map((step, other) => step ?? stepOnto(before, other, target) ?? elsewhere[other]!);
  return { alone: play(before, elsewhere), onto: play(before, meeting) };
}

/** The wholly seen snakes of a request, by id. `you` counts as the request describes it, on the board or not. */
export function seenSnakes({ board, you }: GameRequest): Seen {
  return new Map([...board.snakes, you].map((snake) => [snake.id, snake]));
}

/**
 * The step that a living snake has made since `before`, if its later body is exactly one step further: it has not moved
 * again, or the game was over.
 */
export function stepSeen(before: Position, seat: Seat, seen: SeenSnake | undefined): MoveNumber | undefined {
  if (seen === undefined || !isAlive(before, seat)) return undefined;
  const cells = seen.body.map(({ x, y }) => cellAt(before, x, y));
  const length = before.lengths[seat]!;
  if (cells.length < length) return undefined;
  for (let index = 1; index < length; index++) {
    if (cells[index] !== bodyCell(before, seat, index - 1)) return undefined;
  }
  return hasAgedOne(before, seat, seen, cells[0]!) ? stepOnto(before, seat, cells[0]!) : undefined;
}

/**
 * The numbers of steps, up to `most`, that a living snake may have made since `before`, judged by its body and its
 * health. Several, if a short body may have come around to its old cells.
 *
 * @param hasHazards whether there may have been hazards since `before`.
 */
export function stepsSeen(
  before: Position,
  seat: Seat,
  seen: SeenSnake | undefined,
  most: number,
  hasHazards: boolean,
): number[] {
  if (seen === undefined || !isAlive(before, seat)) return [];
  const fitting: number[] = [];
  for (let steps = 0; steps <= most; steps++) {
    const fits =
      steps === 1
        ? stepSeen(before, seat, seen) !== undefined
        : hasAged(before, seat, seen, steps, hasHazards) && hasMovedBy(before, seat, seen, steps);
    if (fits) fitting.push(steps);
  }
  return fitting;
}

/** Whether health and length may be this many steps on. */
function hasAged(before: Position, seat: Seat, seen: SeenSnake, steps: number, hasHazards: boolean): boolean {
  const { health, lengths, rules, squads } = before;
  if (rules.grows || squads[seat] !== '') return true;
  const meals = seen.body.length - lengths[seat]!;
  const start = meals > 0 ? FULL_HEALTH : health[seat]!;
  const hurt = start - steps - seen.health;
  if (meals === 0 && !hasHazards) return hurt === 0;
  // After a meal, fewer steps count.
  if (meals > 0) return steps >= meals && (hasHazards || hurt < 0);
  return seen.health === 0 ? hurt >= 0 : hurt === 0 || (steps > 0 && hurt % rules.hazardDamage === 0);
}

/** Whether a body leads in this many steps from where the snake's head was. */
function hasMovedBy(before: Position, seat: Seat, { body }: SeenSnake, steps: number): boolean {
  const cells = body.map(({ x, y }) => cellAt(before, x, y));
  const length = before.lengths[seat]!;
  const common = before.rules.grows ? length - 1 : Math.min(cells.length, length) - steps;
  for (let index = 0; index < common; index++) {
    if (cells[steps + index] !== bodyCell(before, seat, index)) return false;
  }
  return true;
}

/**
 * The first step that a living snake made since `before`, if its body is seen `turns` turns later: the cells that its
 * head has left are still part of a long enough body. `undefined` if the body does not show it.
 */
export function stepSeenLater(
  before: Position,
  seat: Seat,
  seen: SeenSnake | undefined,
  turns: number,
): MoveNumber | undefined {
  if (turns === 1) return stepSeen(before, seat, seen);
  if (seen === undefined || turns < 1 || !isAlive(before, seat)) return undefined;
  const cells = seen.body.map(({ x, y }) => cellAt(before, x, y));
  const known = Math.min(cells.length - turns, before.lengths[seat]! - 1);
  if (known < 1) return undefined;
  for (let index = 0; index < known; index++) {
    if (cells[turns + index] !== bodyCell(before, seat, index)) return undefined;
  }
  return stepOnto(before, seat, cells[turns - 1]!);
}

/**
 * Whether health and length are one step further. A short snake may lie on the same cells after walking in a circle; it
 * is then hungrier, or has eaten where there was no food. Squad mates may share their length.
 */
function hasAgedOne(before: Position, seat: Seat, { body, health }: SeenSnake, head: Cell): boolean {
  const { foodAt, hazardsAt, lengths, rules, squads } = before;
  if (rules.grows) return true;
  if (body.length > lengths[seat]!) return foodAt[head]! > 0 || squads[seat] !== '';
  return health >= before.health[seat]! - 1 || hazardsAt[head]! > 0;
}

function stepOnto(before: Position, seat: Seat, target: Cell): MoveNumber | undefined {
  return stepBetween(before, before.rules.wraps, headOf(before, seat), target);
}

/** A step that is legal and does not lead to `target`. */
function stepElsewhere(before: Position, seat: Seat, target: Cell): MoveNumber {
  if (!isAlive(before, seat)) return NO_MOVE;
  const moves = legalMoves(before, seat).map((direction) => DIRECTIONS.indexOf(direction));
  const head = headOf(before, seat);
  return moves.find((move) => stepOn(before, before.rules.wraps, head, move) !== target) ?? NO_MOVE;
}

function play(before: Position, steps: readonly MoveNumber[]): Position {
  const moves = new Uint8Array(MAX_SNAKES).fill(NO_MOVE);
  steps.forEach((step, seat) => (moves[seat] = step));
  return lookAhead(before, moves);
}
