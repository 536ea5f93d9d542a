/** Which component shows which page. Pages with plots are loaded when they are first shown. */
import type { JSX } from 'preact';
import GamePage from '../pages/game.js';
import GamesPage from '../pages/games.js';
import NowPage from '../pages/now.js';
import { Empty } from '../kit/states.js';
import { lazyPage } from './lazy-page.js';
import { pageUrl } from './location.js';
import type { PageRoute } from './routes.js';

const SnakesPage = lazyPage(async () => (await import('../pages/studies.js')).SnakesPage);
const SnakePage = lazyPage(async () => (await import('../pages/studies.js')).SnakePage);
const ExperimentsPage = lazyPage(async () => (await import('../pages/studies.js')).ExperimentsPage);
const MatchPage = lazyPage(async () => (await import('../pages/studies.js')).MatchPage);

/** The contents of a page. `undefined` is a path without one. */
export function contentsOf(route: PageRoute | undefined): JSX.Element {
  switch (route?.page) {
    case 'now':
      return <NowPage />;
    case 'games':
      return <GamesPage />;
    case 'game':
      return <GamePage key={route.id} id={route.id} />;
    case 'snakes':
      return <SnakesPage />;
    case 'snake':
      return <SnakePage key={route.prefix} prefix={route.prefix} />;
    case 'experiments':
      return <ExperimentsPage />;
    case 'match':
      return <MatchPage key={route.id} id={route.id} />;
    case undefined:
      return (
        <Empty title="There is no such page.">
          <a href={pageUrl({ page: 'now' })}>Back to the live games</a>
        </Empty>
      );
  }
}

/** What the browser's tab and history call a page. */
export function titleOf(route: PageRoute | undefined): string {
  if (route === undefined) return 'No such page';
  if (route.page === 'game') return `Game ${route.id.slice(0, 8)}`;
  if (route.page === 'match') return `Match ${route.id}`;
  if (route.page === 'snake') return route.prefix;
  return route.page[0]!.toUpperCase() + route.page.slice(1);
}
