/**
 * One step of a snake, the one on which it died or another: played with the rules, from the boards that were seen before and
 * after. Called by `outcome.ts`, `shadow-counts.ts` and `autopsy.ts`.
 */
import type { Position } from '../rules/position.js';
import { cellAt, stepOn } from '../rules/cells.js';
import { bodyCell, headOf, isAlive } from '../rules/snakes.js';
import { lookAhead } from '../rules/toolkit/look-ahead.js';
import { legalMoves } from '../rules/toolkit/moves.js';
import {
  type Coordinate,
  type Cell,
  DIRECTIONS,
  MAX_SNAKES,
  type MoveNumber,
  NO_MOVE,
  type Seat,
} from '../rules/types.js';
import type { GameRequest } from '../wire/resources.js';

/** What is seen of a snake after the step. */
export interface SeenSnake {
  /** From head to tail. */
  readonly body: readonly Coordinate[];
  readonly health: number;
}

/**
 * The board after the step on which the snake on `seat` died, `undefined` where the boards do not show it.
 *
 * The bodies seen later tell where heads went, where they are one step on. Of a snake that walked on meanwhile that is not
 * known; then it stepped onto the dead snake's head if nothing else explains the death, and elsewhere if something does.
 *
 * @param before the last board on which the snake was asked, with the living alone.
 * @param seen what was seen of each snake afterwards, by id.
 */
export function playLastStep(before: Position, seat: Seat, seen: ReadonlyMap<string, SeenSnake>): Position | undefined {
  const mine = stepSeen(before, seat, seen.get(before.ids[seat]!));
  if (mine === undefined) return undefined;
  const { alone, onto } = playStep(before, seat, mine, seen);
  if (!isAlive(alone, seat)) return alone;
  return isAlive(onto, seat) ? undefined : onto;
}

/**
 * What a step leads to, be it another than the snake's own, where the others go as they were seen to go. `unsure` where that
 * hangs on a snake that was not seen.
 */
export function fateOf(
  before: Position,
  seat: Seat,
  step: MoveNumber,
  seen: ReadonlyMap<string, SeenSnake>,
): 'lives' | 'dies' | 'unsure' {
  const { alone, onto } = playStep(before, seat, step, seen);
  if (!isAlive(alone, seat)) return 'dies';
  return isAlive(onto, seat) ? 'lives' : 'unsure';
}

/** The boards after a step of the snake on `seat`: with those not seen elsewhere, and with those of them that can at its head. */
function playStep(before: Position, seat: Seat, mine: MoveNumber, seen: ReadonlyMap<string, SeenSnake>) {
  const steps = before.ids.map((id, other) => (other === seat ? mine : stepSeen(before, other, seen.get(id))));
  const target = stepOn(before, before.rules.wraps, headOf(before, seat), mine);
  const elsewhere = steps.map((step, other) => step ?? stepBeside(before, other, target));
  const meeting = steps.map((step, other) => step ?? stepOnto(before, other, target) ?? elsewhere[other]!);
  return { alone: play(before, elsewhere), onto: play(before, meeting) };
}

/** The snakes of a request by their ids; the one that it is for, as it is told of itself. */
export function seenIn({ board, you }: GameRequest): ReadonlyMap<string, SeenSnake> {
  return new Map([...board.snakes, you].map((snake) => [snake.id, snake]));
}

/** Whether the snake's body, as seen later, is that of one step on: it has not moved since, or that was the last board. */
export function hasStepped(before: Position, seat: Seat, seen: SeenSnake | undefined): boolean {
  return stepSeen(before, seat, seen) !== undefined;
}

/** The step that a snake is seen to have made since, where it has made one and no more. */
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

/** A short snake may lie like this again after a walk around; then it is hungrier, or has eaten where no food was. Squads may share lengths. */
function hasAgedOne(before: Position, seat: Seat, { body, health }: SeenSnake, head: Cell): boolean {
  const { foodAt, hazardsAt, lengths, rules, squads } = before;
  if (rules.grows) return true;
  if (body.length > lengths[seat]!) return foodAt[head]! > 0 || squads[seat] !== '';
  return health >= before.health[seat]! - 1 || health === 0 || hazardsAt[head]! > 0;
}

function stepOnto(before: Position, seat: Seat, target: Cell): MoveNumber | undefined {
  const head = headOf(before, seat);
  const { wraps } = before.rules;
  const move = DIRECTIONS.findIndex(
    (_, step) => stepOn(before, wraps, head, step) === target || stepOn(before, false, head, step) === target,
  );
  return move < 0 ? undefined : move;
}

/** A step that does not end the snake at once, and does not lead to `target`. */
function stepBeside(before: Position, seat: Seat, target: Cell): MoveNumber {
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
