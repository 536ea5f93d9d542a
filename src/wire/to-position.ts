/** Turns a request into the position that the rules work on. Called for every request that is received or replayed. */
import type { Position } from '../rules/position.js';
import { fromPlain, type PlainSnake } from '../rules/plain.js';
import { boardRules } from '../rules/rulesets.js';
import { seatOf } from '../rules/snakes.js';
import { MAX_SNAKES, type Seat } from '../rules/types.js';
import { livingOn } from './fog.js';
import type { GameRequest } from './resources.js';

/** A position, and which of its snakes is ours. */
export interface SeatedPosition {
  readonly position: Position;
  /** The seat of `request.you`; −1 if it is not on the position. */
  readonly seat: Seat;
}

/**
 * The position of a request. If it has more snakes than a position has seats, `you` and the first of the others are
 * kept.
 *
 * @param snakes the snakes to put on the position (default: the request's, hidden ones included).
 * @param into a position to build into if it has the right size; it is returned then.
 */
export function toPosition(
  request: GameRequest,
  snakes: readonly PlainSnake[] = livingOn(request.board),
  into?: Position,
): SeatedPosition {
  const { board, you, game, turn } = request;
  const rules = boardRules(game.ruleset.name, game.ruleset.settings);
  const { width, height, food, hazards } = board;
  const plain = { width, height, turn, food, hazards, rules, snakes: limitSnakes(snakes, you.id) };
  const position = fromPlain(plain, into);
  return { position, seat: seatOf(position, you.id) };
}

/** At most {@link MAX_SNAKES} snakes, ours among them. */
function limitSnakes(snakes: readonly PlainSnake[], you: string): readonly PlainSnake[] {
  if (snakes.length <= MAX_SNAKES) return snakes;
  const mine = snakes.filter((snake) => snake.id === you).slice(0, 1);
  return [...mine, ...snakes.filter((snake) => snake.id !== you)].slice(0, MAX_SNAKES);
}
