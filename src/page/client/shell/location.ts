/** The URL and the title of the page, and navigation without a reload. */
import { useEffect, useState } from 'preact/hooks';
import { routeAt } from './page-info.js';
import { formatQuery, type QueryValues } from './routes.js';

const listeners = new Set<() => void>();

/** What the entries of the browser's history keep until the page is loaded again, by their states, oldest first. */
const entries = new Map<unknown, Map<string, unknown>>();
const MAX_ENTRIES = 20;

/** What the present entry keeps by name: going back shows a page as it was left. */
export function historyEntry(): Map<string, unknown> {
  const kept = entries.get(history.state) ?? new Map<string, unknown>();
  entries.set(history.state, kept);
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value);
  return kept;
}

/** Goes to where the present entry was scrolled to when it was left. */
export function restoreScroll(): void {
  const y = historyEntry().get('scroll');
  if (typeof y === 'number') scrollTo({ top: y, behavior: 'instant' });
}

/** Goes to a URL of this page. `replace` leaves no entry in the browser's history. */
export function navigateTo(url: string, { replace = false } = {}): void {
  const isOtherPage = new URL(url, location.href).pathname !== location.pathname;
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState(performance.timeOrigin + performance.now(), '', url);
  for (const listener of listeners) listener();
  if (isOtherPage && !replace) scrollTo(0, 0);
}

/** Changes values in the query of the URL and leaves the others; an empty or absent one is removed. */
export function changeQuery(values: QueryValues): void {
  const present = Object.fromEntries(new URLSearchParams(location.search));
  navigateTo(`${location.pathname}${formatQuery({ ...present, ...values })}`, { replace: true });
}

/** Where the page is now; renders again when that changes. */
export function useLocation(): { readonly path: string; readonly query: URLSearchParams } {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const update = (): void => setHref(location.href);
    listeners.add(update);
    addEventListener('popstate', update);
    update();
    return () => {
      listeners.delete(update);
      removeEventListener('popstate', update);
    };
  }, []);
  const { pathname, searchParams } = new URL(href);
  return { path: pathname, query: searchParams };
}

/** Follows links within the page without a reload, and keeps where each was scrolled to. */
export function followLinks(): void {
  addEventListener('scroll', () => historyEntry().set('scroll', scrollY), { passive: true });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || !isPlainClick(event)) return;
    if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    const isFragment = link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
    if (isFragment || routeAt(link.pathname) === undefined) return;
    event.preventDefault();
    navigateTo(link.pathname + link.search);
  });
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function setTitle(title: string): void {
  document.title = `${title} · Serpentarium`;
}

/** Sets a better title than the one from the URL. */
export function useTitle(title: string | undefined): void {
  useEffect(() => void (title !== undefined && setTitle(title)), [title]);
}
