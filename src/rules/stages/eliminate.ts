/** Stage 6: who is out, and by whom. */
import type { Position } from '../position.js';
import { bodyCell, eliminateSnake, headOf, isMate } from '../snakes.js';
import { MAX_SNAKES, type Cell, type Seat } from '../types.js';
import type { Stage } from './stage.js';

/** How {@link eliminateSnakes} takes a board that did not come out of stages 2 to 5. */
export interface EliminateOptions {
  /**
   * Body cells that lie with the head on one cell, from the head down without a gap, are no self-collision. So are the
   * snakes of a board as it is sent before the first move.
   */
  readonly stacksAreHarmless?: boolean;
}

/** The stage as the rulesets name it. */
export const eliminate: Stage = (position) => eliminateSnakes(position);

/**
 * Applies this one stage to a board as it is: finds those that died of hunger or left the board, then, among the others
 * and all decided before any is applied, those whose head ran into something. Squad mates' bodies are passed where the
 * board's rules say so.
 */
export function eliminateSnakes(position: Position, options?: EliminateOptions): void {
  const { causes, health, offBoard, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    if (health[seat]! <= 0) eliminateSnake(position, seat, 'out-of-health', -1);
    else if (offBoard[seat]! > 0) eliminateSnake(position, seat, 'wall-collision', -1);
  }
  if (hasSharedHead(position)) eliminateCollided(position, options?.stacksAreHarmless === true);
}

/** Whether any living head has company on its cell. In most turns of most games none has, and there is no more to do. */
function hasSharedHead(position: Position): boolean {
  const { causes, occupied, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0 && occupied[headOf(position, seat)] !== 1) return true;
  }
  return false;
}

/** By seat, while the collisions of one board are decided: the kind, and the killer's seat. */
const kinds = new Uint8Array(MAX_SNAKES);
const killers = new Int8Array(MAX_SNAKES);
const COLLISIONS = [undefined, 'snake-self-collision', 'snake-collision', 'head-collision'] as const;

function eliminateCollided(position: Position, stacksAreHarmless: boolean): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    kinds[seat] = 0;
    if (position.causes[seat] === 0) decide(position, seat, stacksAreHarmless);
  }
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const cause = COLLISIONS[kinds[seat]!];
    if (cause !== undefined) eliminateSnake(position, seat, cause, killers[seat]!);
  }
}

function decide(position: Position, seat: Seat, stacksAreHarmless: boolean): void {
  const head = headOf(position, seat);
  if (position.occupied[head] === 1) return;
  if (hasBodyOn(position, seat, head, stacksAreHarmless ? stackHeight(position, seat) : 1)) {
    kinds[seat] = 1;
    killers[seat] = seat;
    return;
  }
  let bodyOwner = -1;
  let headOwner = -1;
  for (let other = 0; other < position.snakeCount; other++) {
    if (other === seat || position.causes[other] !== 0) continue;
    if (isLonger(position, other, bodyOwner) && !passes(position, seat, other) && hasBodyOn(position, other, head, 1)) {
      bodyOwner = other;
    }
    if (headOf(position, other) === head && position.lengths[other]! >= position.lengths[seat]!) {
      if (isLonger(position, other, headOwner)) headOwner = other;
    }
  }
  kinds[seat] = bodyOwner >= 0 ? 2 : headOwner >= 0 ? 3 : 0;
  killers[seat] = bodyOwner >= 0 ? bodyOwner : headOwner;
}

/** Of several candidates the longest is named, of equally long ones the earlier on the list. */
function isLonger(position: Position, seat: Seat, than: Seat): boolean {
  return than < 0 || position.lengths[seat]! > position.lengths[than]!;
}

function passes(position: Position, seat: Seat, other: Seat): boolean {
  return position.rules.matesPass && isMate(position, seat, other);
}

/** Whether the snake has a body part on `cell`, looking from part number `from` on. */
function hasBodyOn(position: Position, seat: Seat, cell: Cell, from: number): boolean {
  for (let index = from; index < position.lengths[seat]!; index++) {
    if (bodyCell(position, seat, index) === cell) return true;
  }
  return false;
}

/** How many body cells, counted from the head without a gap, lie on the head's cell. */
function stackHeight(position: Position, seat: Seat): number {
  const head = headOf(position, seat);
  let height = 1;
  while (height < position.lengths[seat]! && bodyCell(position, seat, height) === head) height++;
  return height;
}
