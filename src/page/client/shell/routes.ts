/** The pages and their URLs. Needs no browser. */
import type { PageInfo } from '../../../views/page-info.js';

/** Pages at a path of their name; `contest` is the page of a command with `--browser`. */
const NAMED = ['games', 'puzzles', 'snakes', 'experiments', 'host', 'contest'] as const;
/** Pages that list recorded games. */
const JOURNAL_PAGES: ReadonlySet<PageRoute['page']> = new Set(['games', 'puzzles', 'snakes', 'snake']);

export type PageRoute =
  | { readonly page: 'now' | (typeof NAMED)[number] }
  | { readonly page: 'game'; readonly id: string }
  /** `prefix` as in the configuration: `/greedy`. */
  | { readonly page: 'snake'; readonly prefix: string };

/** Values for the query of a URL; empty and absent ones are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** The page at a path; `undefined` if there is none. The snake with the prefix `/` is at `/snakes/`. */
export function parseRoute(path: string): PageRoute | undefined {
  const [first, ...rest] = decodeParts(path);
  if (first === 'snakes' && rest.length > 0) return { page: 'snake', prefix: `/${rest.join('/')}` };
  const [second, ...more] = rest.filter(Boolean);
  if (first === 'games' && second !== undefined && more.length === 0) return { page: 'game', id: second };
  if (second !== undefined) return undefined;
  const page = first === '' ? 'now' : NAMED.find((name) => name === first);
  return page && { page };
}

/** The path of a page, with a query. {@link parseRoute} reads it back. */
export function formatRoute(route: PageRoute, query: QueryValues = {}): string {
  return `${pathOf(route)}${formatQuery(query)}`;
}

function pathOf(route: PageRoute): string {
  if (route.page === 'now') return '/';
  if (route.page === 'game') return `/games/${encodeURIComponent(route.id)}`;
  if (route.page === 'snake') return `/snakes${encodePrefix(route.prefix)}`;
  return `/${route.page}`;
}

/** A prefix as part of a path: its slashes stay. */
export function encodePrefix(prefix: string): string {
  return prefix.split('/').map(encodeURIComponent).join('/');
}

/** The query with its question mark; empty if no value is given. */
export function formatQuery(values: QueryValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return query && `?${query}`;
}

/** Empty for a path that is not percent-encoded correctly. */
function decodeParts(path: string): string[] {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Whether there is such a page. Without a journal there is nothing to list; a live game has its page. */
export function hasPage({ page: kind, hasJournal }: PageInfo, page: PageRoute['page']): boolean {
  if (kind !== 'admin') return page === 'game' || page === kind;
  return page !== 'contest' && (hasJournal || !JOURNAL_PAGES.has(page));
}
