/** How a recorded game ended, in words: for commands and pictures. */
import type { FullGameRow } from '../views/game-rows.js';
import { formatCount } from '../views/numbers.js';
import { formatCause, formatResult } from '../views/words.js';
import type { Seats } from './board-history.js';

/** How a game ended: in the journal for our snake; in a file for all, after the fate of ours. */
export function formatEnd([game, ...others]: Seats): string {
  if (game.file === undefined) {
    const rank = game.rank === undefined ? [] : [`rank ${game.rank} of ${game.snakes}`];
    return [formatResult(game), ...rank, ...formatCause(game)].join(', ');
  }
  const fate = formatCause(game).map((death) => `${game.snake} ${death}; `);
  return `${fate.join('')}${formatEndForAll([game, ...others])}`;
}

function namesOf(found: readonly FullGameRow[]): string {
  return found.map(({ snake }) => snake).join(', ');
}

function formatEndForAll(seats: Seats): string {
  const { turns } = seats[0];
  if (seats.some(({ result }) => result === 'abandoned')) return `cut off on turn ${turns}`;
  const after = `after ${formatCount(turns, 'turn')}`;
  const winners = seats.filter(({ result }) => result === 'win');
  if (winners.length > 0) return `won by ${namesOf(winners)} ${after}`;
  if (seats.length === 1) return `over ${after}`;
  const alive = seats.filter(({ died }) => died === undefined);
  return alive.length > 0 ? `stopped ${after}; alive: ${namesOf(alive)}` : `drawn ${after}`;
}
