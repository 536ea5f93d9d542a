/** Stage 6: decides which snakes are eliminated, and by whom. */
import type { Position } from '../position.js';
import { bodyCell, eliminateSnake, headOf, isAlive, isMate, NO_KILLER, unseenParts } from '../snakes.js';
import type { Cell, EliminationCause, Seat } from '../types.js';
import type { Stage } from './stages.js';

/** How {@link eliminateSnakes} treats a position that stages 2 to 5 did not produce. */
interface EliminateOptions {
  /**
   * The head and the body parts directly behind it may share a cell without a self-collision, as they do before a
   * snake's first move.
   */
  readonly stacksAreHarmless?: boolean;
}

/** The stage of the rulesets: {@link eliminateSnakes} without options. */
export const eliminate: Stage = (position) => eliminateSnakes(position);

/**
 * Runs this stage alone. First it eliminates the snakes that starved or left the board. Then it decides all collisions
 * of the others before it applies any. Squad mates pass through each other if the position's rules let them.
 */
export function eliminateSnakes(position: Position, options?: EliminateOptions): void {
  const { causes, health, offBoard, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    if (health[seat]! <= 0) eliminateSnake(position, seat, 'out-of-health', NO_KILLER);
    else if (offBoard[seat]! > unseenParts(position, seat)) eliminateSnake(position, seat, 'wall-collision', NO_KILLER);
  }
  if (hasSharedHead(position)) eliminateCollided(position, options?.stacksAreHarmless === true);
}

/** Whether any living head shares its cell. In most turns none does, and the stage is done. */
function hasSharedHead(position: Position): boolean {
  const { causes, occupied, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0 && occupied[headOf(position, seat)] !== 1) return true;
  }
  return false;
}

/** By seat, while collisions are decided: why the snake is eliminated, and by whom. */
const causes: (EliminationCause | undefined)[] = [];
const killers: Seat[] = [];

function eliminateCollided(position: Position, stacksAreHarmless: boolean): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    causes[seat] = isAlive(position, seat) ? collisionOf(position, seat, stacksAreHarmless) : undefined;
  }
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const cause = causes[seat];
    if (cause !== undefined) eliminateSnake(position, seat, cause, killers[seat]!);
  }
}

/** What the snake collides with, `undefined` for nothing. Notes the killer in {@link killers}. */
function collisionOf(position: Position, seat: Seat, stacksAreHarmless: boolean): EliminationCause | undefined {
  const head = headOf(position, seat);
  // A living head off the board is one that fog hides.
  if (head < 0 || position.occupied[head] === 1) return undefined;
  if (hasBodyOn(position, seat, head, stacksAreHarmless ? stackHeight(position, seat) : 1)) {
    killers[seat] = seat;
    return 'snake-self-collision';
  }
  let bodyOwner = NO_KILLER;
  let headOwner = NO_KILLER;
  for (let other = 0; other < position.snakeCount; other++) {
    if (other === seat || !isAlive(position, other)) continue;
    if (isLonger(position, other, bodyOwner) && !passes(position, seat, other) && hasBodyOn(position, other, head, 1)) {
      bodyOwner = other;
    }
    if (headOf(position, other) === head && position.lengths[other]! >= position.lengths[seat]!) {
      if (isLonger(position, other, headOwner)) headOwner = other;
    }
  }
  killers[seat] = bodyOwner === NO_KILLER ? headOwner : bodyOwner;
  if (bodyOwner !== NO_KILLER) return 'snake-collision';
  return headOwner === NO_KILLER ? undefined : 'head-collision';
}

/** Of several killers the longest counts, and of equally long ones the first in the list. */
function isLonger(position: Position, seat: Seat, than: Seat): boolean {
  return than === NO_KILLER || position.lengths[seat]! > position.lengths[than]!;
}

function passes(position: Position, seat: Seat, other: Seat): boolean {
  return position.rules.matesPass && isMate(position, seat, other);
}

/** Whether the snake has a body part with an index of `from` or more on `cell`. */
function hasBodyOn(position: Position, seat: Seat, cell: Cell, from: number): boolean {
  for (let index = from; index < position.lengths[seat]!; index++) {
    if (bodyCell(position, seat, index) === cell) return true;
  }
  return false;
}

/** The number of body parts on the head's cell, counted from the head without a gap. */
function stackHeight(position: Position, seat: Seat): number {
  const head = headOf(position, seat);
  let height = 1;
  while (height < position.lengths[seat]! && bodyCell(position, seat, height) === head) height++;
  return height;
}
