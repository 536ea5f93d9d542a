/** Where the requests to a snake's server go. Called once for each server, or for each request of a game at home. */

/** What engines send to a snake beside `GET`. */
export type Action = 'start' | 'move' | 'end';

/** The URL of an action: below the snake's path with one slash between, and before the query. */
export function actionUrl(url: URL, action: Action): URL {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, '')}/${action}`;
  return address;
}
