/** Which pages there are: that depends on who is looking, and at what. */
import type { SessionState } from '../../api/session.js';
import type { PageRoute } from './routes.js';

const OF_GAMES = ['games', 'game'] as const;
const OF_SNAKES = ['snakes', 'snake'] as const;

/** Whether there is a page for who is looking. Without a journal there is nothing to list. */
export function hasPage({ page: kind, hasJournal }: SessionState, page: PageRoute['page']): boolean {
  return pagesOf(kind, hasJournal).includes(page);
}

/** A live game has its page even if it is not kept. */
function pagesOf(kind: SessionState['page'], hasJournal: boolean): readonly PageRoute['page'][] {
  switch (kind) {
    case 'admin':
      return hasJournal
        ? ['now', ...OF_GAMES, ...OF_SNAKES, 'experiments', 'match']
        : ['now', 'game', 'experiments', 'match'];
    case 'watch':
      return hasJournal ? ['now', ...OF_GAMES] : ['now', 'game'];
    case 'contest':
      return ['now', 'game', 'match'];
  }
}
