/** The pages and their URLs, without a browser: which pages there are, which one a path is, and the path of a page. */
import type { PageInfo } from '../../api/page-info.js';

export type PageRoute =
  | { readonly page: 'now' }
  | { readonly page: 'games' }
  | { readonly page: 'game'; readonly id: string }
  | { readonly page: 'snakes' }
  /** `prefix` as in the configuration: `/greedy`. */
  | { readonly page: 'snake'; readonly prefix: string }
  | { readonly page: 'experiments' }
  | { readonly page: 'host' }
  /** Of a command with `--browser`. */
  | { readonly page: 'contest' };

/** Values for the query of a URL; empty and absent ones are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/**
 * The page at a path; `undefined` if there is none. A slash at the end makes no difference, except for the snake whose
 * prefix is `/`: it is at `/snakes/`.
 */
export function parseRoute(path: string): PageRoute | undefined {
  const parts = path.split('/').slice(1).map(decodePart);
  if (parts.includes(undefined)) return undefined;
  const [first = '', second, ...more] = parts as string[];
  if (first === 'snakes' && second !== undefined) return { page: 'snake', prefix: `/${[second, ...more].join('/')}` };
  const rest = [second, ...more].filter((part) => part !== undefined && part !== '') as string[];
  if (first === 'games' && rest.length === 1) return { page: 'game', id: rest[0]! };
  return rest.length === 0 ? parseList(first) : undefined;
}

function parseList(name: string): PageRoute | undefined {
  if (name === '') return { page: 'now' };
  if (name === 'games' || name === 'snakes' || name === 'experiments' || name === 'host' || name === 'contest')
    return { page: name };
  return undefined;
}

/** The path of a page, with a query. {@link parseRoute} reads it back. */
export function formatRoute(route: PageRoute, query: QueryValues = {}): string {
  return `${pathOf(route)}${formatQuery(query)}`;
}

function pathOf(route: PageRoute): string {
  switch (route.page) {
    case 'now':
      return '/';
    case 'games':
    case 'snakes':
    case 'experiments':
    case 'host':
    case 'contest':
      return `/${route.page}`;
    case 'game':
      return `/games/${encodeURIComponent(route.id)}`;
    case 'snake':
      return `/snakes${route.prefix.split('/').map(encodeURIComponent).join('/')}`;
  }
}

/** The query with its question mark; empty if no value is given. */
export function formatQuery(values: QueryValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return query && `?${query}`;
}

/** Undefined for what is not percent-encoded correctly. */
function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whether there is such a page. Without a journal there is nothing to list; a live game has its page. */
export function hasPage({ page: kind, hasJournal }: PageInfo, page: PageRoute['page']): boolean {
  return pagesOf(kind, hasJournal).includes(page);
}

function pagesOf(kind: PageInfo['page'], hasJournal: boolean): readonly PageRoute['page'][] {
  switch (kind) {
    case 'admin':
      return ['now', 'game', 'experiments', 'host', ...(hasJournal ? (['games', 'snakes', 'snake'] as const) : [])];
    case 'contest':
      return ['game', 'contest'];
  }
}
