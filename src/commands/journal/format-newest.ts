/** Lists the newest games of a report with links to the page of the host. Called by `report`. */
import type { GameRow } from '../../journal/game-rows.js';
import { printable } from '../../terminal/printable.js';
import type { HostLinks } from '../game-links.js';
import { formatResult } from './format-games.js';

/** A line for each game, the newest first: who played, how it ended, where to look at it. */
export function formatNewest(games: readonly GameRow[], { page }: Pick<HostLinks, 'page'>): string {
  const lines = games.map((game) => `  ${printable(`${game.snake} ${formatResult(game)}`)}: ${page(game.id)}`);
  return ['Newest games, while the host runs:', ...lines].join('\n');
}
