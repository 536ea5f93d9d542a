/** Any legal move: not off the board and not into a body. The opponent that every strategy should beat. */
import { legalMoves, type Context, type Customization, type MoveResult, type Turn } from 'serpentarium';

export const customization: Customization = { color: '#ff7f50', head: 'silly', tail: 'bolt' };

export function move(_turn: Turn, { position, seat, random }: Context): MoveResult {
  const moves = legalMoves(position, seat);
  // `random` is seeded by the game: it plays the same game in the same way again.
  return moves[Math.floor(random() * moves.length)];
}
