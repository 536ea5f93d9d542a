/** The frame of all pages: the navigation above, one page below. */
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { Empty, Failed } from '../kit/states.js';
import { useLocation, setTitle } from './location.js';
import { contentsOf, titleOf } from './contents.js';
import { PAGE_INFO, linkTo, routeAt } from './page-info.js';
import { hasPage, type PageRoute } from './routes.js';

export function PageApp() {
  const { path } = useLocation();
  const route = routeAt(path);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    setTitle(titleOf(route));
    // Who listens to the page, or walks it by keyboard, begins at the top of the new one.
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

/** One page. If it has thrown, a sentence replaces it, and the rest is left alone. */
function Contents({ route }: FrameProps) {
  const [thrown] = useErrorBoundary();
  if (thrown) return <Failed error={thrown} onRetry={() => location.reload()} />;
  if (route === undefined || hasPage(PAGE_INFO, route.page)) return contentsOf(route);
  return hasPage({ ...PAGE_INFO, hasJournal: true }, route.page) ? <NoJournal /> : contentsOf(undefined);
}

function NoJournal() {
  return (
    <Empty title="No games are kept.">
      The journal of this host is off: its configuration says <code>journal: off</code>. Only games under way are shown.
    </Empty>
  );
}

interface Entry {
  readonly title: string;
  readonly route: PageRoute;
  readonly holds: readonly PageRoute['page'][];
}

const ENTRIES: readonly Entry[] = [
  { title: 'Now', route: { page: 'now' }, holds: ['now'] },
  { title: 'Games', route: { page: 'games' }, holds: ['games', 'game'] },
  { title: 'Snakes', route: { page: 'snakes' }, holds: ['snakes', 'snake'] },
  { title: 'Experiments', route: { page: 'experiments' }, holds: ['experiments'] },
  { title: 'Host', route: { page: 'host' }, holds: ['host'] },
];

/** A command shows one thing, and has no navigation. */
const SHOWN_ENTRIES = PAGE_INFO.page === 'contest' ? [] : ENTRIES.filter(({ route }) => hasPage(PAGE_INFO, route.page));

function Navigation({ route }: FrameProps) {
  return (
    <header class="top">
      <a class="brand" href={linkTo({ page: 'now' })} target={PAGE_INFO.page === 'contest' ? '_self' : undefined}>
        <Emblem />
        <span>Serpentarium</span>
      </a>
      <nav aria-label="Pages">
        <ul>
          {SHOWN_ENTRIES.map((entry) => (
            <li key={entry.title}>
              <a href={linkTo(entry.route)} aria-current={currentOf(entry, route)}>
                {entry.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <span class="version">{PAGE_INFO.version}</span>
    </header>
  );
}

function currentOf({ route: own, holds }: Entry, route: PageRoute | undefined): 'page' | 'true' | undefined {
  if (route === undefined || !holds.includes(route.page)) return undefined;
  return own.page === route.page ? 'page' : 'true';
}

function Emblem() {
  return (
    <svg class="emblem" viewBox="0 0 64 64" aria-hidden="true">
      <path d="M12 50h28a8 8 0 0 0 0-16H24a8 8 0 0 1 0-16h22" />
      <circle cx="47" cy="17" r="1.8" />
    </svg>
  );
}
