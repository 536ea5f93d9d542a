/** Takes the first move that does not kill it. */
import { safeMoves } from 'serpentarium';

/** How it looks: https://play.battlesnake.com/customizations */
export const customization = { color: '#6a5acd', head: 'smile', tail: 'curled' };

// `turn` is the request of the Battlesnake API. `position` is the same board for the toolkit, and `seat` is you in it.
// docs/guides/strategy.md, in a project under node_modules/serpentarium, explains what you import, return and export.
/**
 * @param {import('serpentarium').Turn} turn
 * @param {import('serpentarium').Context} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(turn, { position, seat, log }) {
  const safe = safeMoves(position, seat);
  if (safe.length === 0) log('no safe move', { health: turn.you.health });
  return safe[0]; // Without a move, the host plays a safe one.
}
