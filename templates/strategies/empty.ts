/** Takes the first move that does not kill it. */
import { safeMoves, type Context, type Customization, type MoveResult, type Turn } from 'serpentarium';

/** How it looks: https://play.battlesnake.com/customizations */
export const customization: Customization = { color: '#6a5acd', head: 'smile', tail: 'curled' };

// `turn` is the request of the Battlesnake API. `position` is the same board for the toolkit, and `seat` is you in it.
// docs/guides/strategy.md, in a project under node_modules/serpentarium, explains what you import, return and export.
export function move(turn: Turn, { position, seat, log }: Context): MoveResult {
  const safe = safeMoves(position, seat);
  if (safe.length === 0) log('no safe move', { health: turn.you.health });
  return safe[0]; // Without a move, the host plays a safe one.
}
