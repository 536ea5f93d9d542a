/** The address at which the official viewer shows a game of ours. Runs in Node and in browsers. */

const VIEWER = 'https://board.battlesnake.com/';

/**
 * The link for a game that the viewer asks `engine` for: the address of a host's admin port,
 * without a slash at the end.
 */
export function viewerLink(engine: string, game: string): string {
  return `${VIEWER}?${new URLSearchParams({ game, engine }).toString()}`;
}
