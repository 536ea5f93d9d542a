/** The frame of all pages: the navigation above, one page below. */
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import type { SessionState } from '../../api/session.js';
import { Empty, Failed } from '../kit/states.js';
import { useLocation, setTitle } from './location.js';
import { contentsOf, titleOf } from './contents.js';
import { fetchJson } from './fetch-json.js';
import { LoginForm } from './login-form.js';
import { formatRoute, hasPage, parseRoute, type PageRoute } from './routes.js';
import { SessionContext, useAskedSession, type AskedSession } from './session.js';

export function PageApp() {
  const { path } = useLocation();
  const asked = useAskedSession();
  const route = parseRoute(path);
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
      <Navigation route={route} asked={asked} />
      <main id="main" ref={main} tabIndex={-1}>
        <Contents key={path} route={route} asked={asked} />
      </main>
    </>
  );
}

interface FrameProps {
  readonly route: PageRoute | undefined;
  readonly asked: AskedSession;
}

/**
 * Nothing is shown before the session is known: it decides what there is to show. A page that has thrown is replaced by
 * a sentence, and the rest is left alone.
 */
function Contents({ route, asked: { session, error, ask } }: FrameProps) {
  const [thrown] = useErrorBoundary();
  if (thrown) return <Failed error={thrown} onRetry={() => location.reload()} />;
  if (error) return <Failed heading="Serpentarium" error={error} onRetry={ask} />;
  if (session === undefined) return null;
  if (session.access === 'login') return <LoginForm onLogin={ask} />;
  const isKept = (page: PageRoute['page']): boolean => hasPage({ ...session, hasJournal: true }, page);
  if (route && !hasPage(session, route.page) && isKept(route.page)) return <NoJournal />;
  return (
    <SessionContext.Provider value={session}>
      {contentsOf(route && hasPage(session, route.page) ? route : undefined)}
    </SessionContext.Provider>
  );
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
];

/** None before the session is known and before a login, and none for a command: that shows one thing. */
function entriesOf(session: SessionState | undefined): readonly Entry[] {
  if (session === undefined || session.access === 'login' || session.page === 'contest') return [];
  return ENTRIES.filter(({ route }) => hasPage(session, route.page));
}

function Navigation({ route, asked: { session, ask } }: FrameProps) {
  const logOut = (): void => void fetchJson('/api/session', { method: 'DELETE' }).finally(ask);
  return (
    <header class="top">
      <a class="brand" href={formatRoute({ page: 'now' })} target={session?.page === 'contest' ? '_self' : undefined}>
        <Emblem />
        <span>Serpentarium</span>
      </a>
      <nav aria-label="Pages">
        <ul>
          {entriesOf(session).map((entry) => (
            <li key={entry.title}>
              <a href={formatRoute(entry.route)} aria-current={currentOf(entry, route)}>
                {entry.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="end">
        {session && <span class="version">{session.version}</span>}
        {session?.access === 'loggedIn' && (
          <button type="button" class="quiet" onClick={logOut}>
            Log out
          </button>
        )}
      </div>
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
