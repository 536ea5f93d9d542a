/** `search.ponder`: searches likely next turns before they come. Called by the `ponder` of strategies. */
import { stepsApart } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { headOf, isAlive, isMate } from '../rules/snakes.js';
import { lookAhead } from '../rules/toolkit/look-ahead.js';
import { legalMoves } from '../rules/toolkit/moves.js';
import type { Direction, Seat } from '../rules/types.js';

/** The part of the context of a strategy's `ponder` that `search.ponder` needs. */
export interface PonderSearchContext {
  readonly position: Position;
  readonly seat: Seat;
  readonly move: Direction;
  /** Time left, in ms. Without it, only {@link signal} ends the search. */
  readonly timeLeft?: () => number;
  readonly signal?: AbortSignal;
  /** Called with each position before it is searched. */
  readonly expect?: (position: Position) => void;
}

/** How long a search for the best moves of an opponent takes, in ms. */
const RANKING_MS = 5;
/** The first time for a position, in ms; each further one is as long as all before it. */
const FIRST_SLICE_MS = 20;
/** Most positions that are searched. */
const MOST = 8;

/** A position that the next turn may show. */
interface Expected {
  readonly position: Position;
  /** How unlikely it is: it gets its time divided by this. */
  readonly rank: number;
  spent: number;
}

/** Returns the best of these moves of a snake, or of all, after searching until no time is left. */
type Think = (position: Position, seat: Seat, timeLeft: () => number, moves?: readonly Direction[]) => Direction;

/** Searches the expected positions again and again. Returns when time is up, or every search is finished. */
export function ponderWith(context: PonderSearchContext, think: Think): void {
  const { position, seat, signal, timeLeft = () => 1, expect } = context;
  const isOver = () => signal?.aborted === true || timeLeft() <= 0;
  const clockOf = (ms: number) => {
    const until = performance.now() + ms;
    return () => (isOver() ? 0 : until - performance.now());
  };
  let expected = expectedTurns(context, (other, moves) =>
    isOver() ? moves[0]! : think(position, other, clockOf(RANKING_MS), moves),
  );
  while (expected.length > 0 && !isOver()) {
    const next = expected.reduce((a, b) => (b.spent * b.rank < a.spent * a.rank ? b : a));
    if (next.spent === 0) expect?.(next.position);
    const slice = Math.max(FIRST_SLICE_MS, next.spent);
    const began = performance.now();
    think(next.position, seat, clockOf(slice));
    const took = performance.now() - began;
    next.spent += took;
    // A search that uses less than half of its time is finished.
    if (took < slice / 2) expected = expected.filter((one) => one !== next);
  }
}

/**
 * The positions after our move, the most likely one first: each opponent makes its best move; then one of them makes
 * another move.
 *
 * @param best the best of some moves of an opponent.
 */
function expectedTurns(
  { position, seat, move }: PonderSearchContext,
  best: (seat: Seat, moves: readonly Direction[]) => Direction,
): Expected[] {
  const likely: Record<Seat, Direction> = { [seat]: move };
  const others: Record<Seat, Direction>[][] = [];
  for (const other of opponentsOf(position, seat)) {
    const ranked: Direction[] = [];
    let left = legalMoves(position, other);
    while (left.length > 0) {
      const next = left.length === 1 ? left[0]! : best(other, left);
      ranked.push(next);
      left = left.filter((one) => one !== next);
    }
    if (ranked[0] !== undefined) likely[other] = ranked[0];
    others.push(ranked.slice(1).map((one) => ({ [other]: one })));
  }
  // The second moves of all come before the third ones.
  const alternatives = [0, 1, 2].flatMap((index) => others.flatMap((moves) => moves.slice(index, index + 1)));
  return [{}, ...alternatives]
    .slice(0, MOST)
    .map((changed, index) => ({ position: lookAhead(position, { ...likely, ...changed }), rank: index + 1, spent: 0 }))
    .filter((one) => isAlive(one.position, seat));
}

/** The living opponents, nearest first. */
function opponentsOf(position: Position, seat: Seat): Seat[] {
  const { snakeCount, rules } = position;
  const steps = (other: Seat) => stepsApart(position, rules.wraps, headOf(position, other), headOf(position, seat));
  return Array.from({ length: snakeCount }, (_, other) => other)
    .filter((other) => other !== seat && isAlive(position, other))
    .sort((a, b) => Number(isMate(position, a, seat)) - Number(isMate(position, b, seat)) || steps(a) - steps(b));
}
