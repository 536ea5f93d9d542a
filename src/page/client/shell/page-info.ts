/** What the host has written into the document of the page, and the addresses that follow from it. */
import type { PageInfo } from '../../../views/page-info.js';
import { formatRoute, parseRoute, type PageRoute, type QueryValues } from './routes.js';

export const PAGE_INFO = JSON.parse(document.documentElement.dataset['info']!) as PageInfo;

/** Where engines reach the snakes of this host, and strangers its shared games. */
export const PUBLIC_URL =
  PAGE_INFO.publicUrl ??
  `${location.protocol}//${PAGE_INFO.base === '' ? `${location.hostname}:${PAGE_INFO.publicPort}` : location.host}`;

/** A path of the host, such as `/api/games`, as the browser has to ask for it. */
export function hostPath(path: string): string {
  return PAGE_INFO.base + path;
}

/** The address of a page. */
export function linkTo(route: PageRoute, query?: QueryValues): string {
  return hostPath(formatRoute(route, query));
}

/** The page at a path of the browser; `undefined` if there is none. */
export function routeAt(path: string): PageRoute | undefined {
  const { base, page } = PAGE_INFO;
  if (page === 'share') return { page: 'game', id: path.slice(base.length).split('/')[1] ?? '' };
  if (path === base) return parseRoute('/');
  return path.startsWith(`${base}/`) ? parseRoute(path.slice(base.length)) : undefined;
}
