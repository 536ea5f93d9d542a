/** The frame of all pages: the navigation above, one page below. */
import type { JSX } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';
import { Empty, Failed } from '../kit/states.js';
import { OneContestPage } from '../pages/contest.js';
import { ExperimentsPage } from '../pages/experiments.js';
import { GamePage } from '../pages/game.js';
import { GamesPage } from '../pages/games.js';
import { HostFiguresPage } from '../pages/host.js';
import { NowPage } from '../pages/now.js';
import { PuzzlesPage } from '../pages/puzzles.js';
import { SnakePage } from '../pages/snake.js';
import { SnakesPage } from '../pages/snakes.js';
import { restoreScroll, setTitle, useLocation } from './location.js';
import { PAGE_INFO, linkTo, routeAt } from './page-info.js';
import { hasPage, type PageRoute } from './routes.js';

export function PageApp() {
  const { path } = useLocation();
  const route = routeAt(path);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useLayoutEffect(restoreScroll, [path]);
  useEffect(() => {
    setTitle(titleOf(route));
    // Screen readers and the keyboard start at the top of the new page.
    if (shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the contents
      </a>
      <Navigation route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        <Contents key={path} route={route} />
      </main>
    </>
  );
}

interface FrameProps {
  readonly route: PageRoute | undefined;
}

/** One page. If it throws, the error replaces it, and the frame stays. */
function Contents({ route }: FrameProps) {
  const [thrown] = useErrorBoundary();
  if (thrown) return <Failed error={thrown} onRetry={() => location.reload()} />;
  if (route === undefined || hasPage(PAGE_INFO, route.page)) return contentsOf(route);
  if (!hasPage({ ...PAGE_INFO, hasJournal: true }, route.page)) return contentsOf(undefined);
  return (
    <Empty title="No games are kept.">
      The journal of this host is off: its configuration says <code>journal: off</code>. Only live games are shown.
    </Empty>
  );
}

const PAGES = {
  now: NowPage,
  games: GamesPage,
  puzzles: PuzzlesPage,
  snakes: SnakesPage,
  experiments: ExperimentsPage,
  host: HostFiguresPage,
  contest: OneContestPage,
} as const;

/** The contents of a page. `undefined` is a path without one. */
function contentsOf(route: PageRoute | undefined): JSX.Element {
  if (route === undefined) {
    return (
      <Empty title="There is no such page.">
        <a href={linkTo({ page: 'now' })} target="_self">
          To the start
        </a>
      </Empty>
    );
  }
  if (route.page === 'game') return <GamePage key={route.id} id={route.id} />;
  if (route.page === 'snake') return <SnakePage key={route.prefix} prefix={route.prefix} />;
  const Page = PAGES[route.page];
  return <Page />;
}

function titleOf(route: PageRoute | undefined): string {
  if (route === undefined) return 'No such page';
  return route.page === 'snake' ? route.prefix : route.page[0]!.toUpperCase() + route.page.slice(1);
}

/** Pages in the navigation, each with the page that is below it. A command shows one thing, and has no navigation. */
const ENTRIES = ([['now'], ['games', 'game'], ['snakes', 'snake'], ['experiments'], ['host']] as const).filter(
  ([page]) => PAGE_INFO.page === 'admin' && hasPage(PAGE_INFO, page),
);

/** A link to one game leads to no other page. */
const START = PAGE_INFO.page === 'share' ? undefined : linkTo({ page: 'now' });

function Navigation({ route }: FrameProps) {
  const currentOf = (page: string, below?: string) =>
    route?.page === page ? 'page' : route && route.page === below ? 'true' : undefined;
  return (
    <header class="top">
      <a class="brand" href={START} target={PAGE_INFO.page === 'contest' ? '_self' : undefined}>
        <svg class="emblem" viewBox="0 0 64 64" aria-hidden="true">
          <path d="M12 50h28a8 8 0 0 0 0-16H24a8 8 0 0 1 0-16h22" />
          <circle cx="47" cy="17" r="1.8" />
        </svg>
        <span>Serpentarium</span>
      </a>
      <nav aria-label="Pages">
        <ul>
          {ENTRIES.map(([page, below]) => (
            <li key={page}>
              <a href={linkTo({ page })} aria-current={currentOf(page, below)}>
                {titleOf({ page })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <span class="version">{PAGE_INFO.version}</span>
    </header>
  );
}
