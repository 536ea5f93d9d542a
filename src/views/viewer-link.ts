/** The link to a game in the official viewer. Runs in Node and in browsers. */

const VIEWER = 'https://board.battlesnake.com/';

/**
 * The link for a game that the viewer loads from `engine`: the address of a host's admin port, without a final slash.
 */
export function viewerLink(engine: string, game: string): string {
  return `${VIEWER}?${new URLSearchParams({ game, engine }).toString()}`;
}
