/** Goes where it has not been for longest, and eats when it must: a model for memory, `end` and a shout. */
import {
  findFood,
  headOf,
  legalMoves,
  reachableSpace,
  safeMoves,
  step,
  type Context,
  type Customization,
  type MoveResult,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#00a8a8', head: 'tiger-king', tail: 'mouse' };

/** Health below which it looks for food. */
const HUNGRY = 40;
const NEVER = -1;

interface Memory {
  /** By cell: the last turn on which its head was there. */
  readonly lastVisits: Int32Array;
}

/** What it returns is `memory` for this game alone: the same code plays many games at once. */
export function start(_turn: Turn, { position }: Context): Memory {
  return { lastVisits: new Int32Array(position.size).fill(NEVER) };
}

export function move(turn: Turn, { position, seat, memory: { lastVisits } }: Context<object, Memory>): MoveResult {
  const head = headOf(position, seat);
  lastVisits[head] = turn.turn;

  const safe = safeMoves(position, seat);
  const candidates = safe.length > 0 ? safe : legalMoves(position, seat);
  const roomy = candidates.filter((direction) => reachableSpace(position, seat, direction) >= turn.you.length);
  const moves = roomy.length > 0 ? roomy : candidates;

  const food = turn.you.health < HUNGRY ? findFood(position, seat) : undefined;
  if (food !== undefined && moves.includes(food.move)) return { move: food.move, shout: `${food.steps} to lunch` };
  return moves
    .map((direction) => ({ direction, visited: lastVisits[step(position, head, direction)]! }))
    .toSorted((a, b) => a.visited - b.visited)[0]?.direction;
}

/** Called when the game is over. The line is in the host's log, with the snake and the game. */
export function end(turn: Turn, { memory: { lastVisits }, log }: Context<object, Memory>): void {
  const seen = lastVisits.filter((visit) => visit !== NEVER).length;
  log('explored', { cells: seen, of: lastVisits.length, turns: turn.turn });
}
