/** From a request to the fast board. */
import type { Position } from '../rules/position.js';
import { fromPlain } from '../rules/plain.js';
import { boardRules } from '../rules/rulesets.js';
import { seatOf } from '../rules/snakes.js';
import { MAX_SNAKES, type Seat } from '../rules/types.js';
import type { GameRequest, Snake } from './resources.js';

/** A position and whose eyes it is seen with. */
export interface SeatedPosition {
  readonly position: Position;
  /** The seat of `request.you`; −1 when it is not on the board. */
  readonly seat: Seat;
}

/**
 * The request's position. Of more snakes than a fast board seats, `you` and the first of the others are kept.
 *
 * @param snakes those to put on the board; all of the request's unless given.
 * @param into a board to build into when it has the right size.
 */
export function toPosition(
  request: GameRequest,
  snakes: readonly Snake[] = request.board.snakes,
  into?: Position,
): SeatedPosition {
  const { board, you, game, turn } = request;
  const rules = boardRules(game.ruleset.name, game.ruleset.settings);
  const { width, height, food, hazards } = board;
  const fast = fromPlain({ width, height, turn, food, hazards, rules, snakes: seated(snakes, you.id) }, into);
  return { position: fast, seat: seatOf(fast, you.id) };
}

function seated(snakes: readonly Snake[], you: string): readonly Snake[] {
  if (snakes.length <= MAX_SNAKES) return snakes;
  const mine = snakes.filter((snake) => snake.id === you).slice(0, 1);
  return [...mine, ...snakes.filter((snake) => snake.id !== you)].slice(0, MAX_SNAKES);
}
