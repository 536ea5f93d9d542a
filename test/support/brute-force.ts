/** Plain minimax without pruning, tables or order: what `search` has to agree with. */
import { copyPosition, type Position } from '../../src/rules/position.js';
import { isAlive, livingCount } from '../../src/rules/snakes.js';
import { advance } from '../../src/rules/toolkit/look-ahead.js';
import { legalMask } from '../../src/rules/toolkit/moves.js';
import { MAX_SNAKES } from '../../src/rules/types.js';
import type { Evaluate } from '../../src/search/tree/alpha-beta.js';
import { lostOn, wonOn } from '../../src/search/tree/scores.js';
import { boardOf } from './search-boards.js';

/** Lists the joint replies of the others by seat, `ply` turns ahead; our move is filled in later. */
export type ListReplies = (position: Position, me: number, ply: number) => Uint8Array[];

/** A position's value `depth` turns ahead: we choose, and then the others, who know our move. */
export function bruteForce(
  position: Position,
  me: number,
  depth: number,
  evaluate: Evaluate,
  listReplies: ListReplies = allReplies,
  ply = 0,
): number {
  if (!isAlive(position, me)) {
    return livingCount(position) === 0 && position.snakeCount > 1 ? 0 : lostOn(position.turn);
  }
  if (livingCount(position) === 1 && position.snakeCount > 1) return wonOn(position.turn);
  if (depth === 0) return evaluate(boardOf(position, me));
  let best = -Infinity;
  for (const move of movesOf(position, me)) {
    let worst = Infinity;
    for (const reply of listReplies(position, me, ply)) {
      const next = copyPosition(position);
      reply[me] = move;
      advance(next, reply);
      worst = Math.min(worst, bruteForce(next, me, depth - 1, evaluate, listReplies, ply + 1));
    }
    best = Math.max(best, worst);
  }
  return best;
}

/** Every combination of the others' moves. */
export function allReplies(position: Position, me: number): Uint8Array[] {
  let replies = [new Uint8Array(MAX_SNAKES)];
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (seat === me || !isAlive(position, seat)) continue;
    replies = replies.flatMap((reply) =>
      movesOf(position, seat).map((move) => {
        const more = reply.slice();
        more[seat] = move;
        return more;
      }),
    );
  }
  return replies;
}

/** The legal moves as numbers; a lost snake goes up. */
function movesOf(position: Position, seat: number): number[] {
  const mask = legalMask(position, seat);
  return mask === 0 ? [0] : [0, 1, 2, 3].filter((move) => (mask & (1 << move)) !== 0);
}
