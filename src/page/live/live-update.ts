/** The messages to readers of the live feed. */
import type { GamePieceView } from '../../views/game.js';
import type { LiveUpdate, HostView, LiveGameView } from '../../views/live.js';
import type { GameFeed, LiveNews } from './game-feed.js';

/** Most games in a snapshot, the newest, and most bytes of their boards. */
const MAX_SNAPSHOT = { games: 200, bytes: 4 * 1024 * 1024 } as const;

/** An update with the lists that are not empty; `undefined` if it says nothing. */
export function toUpdate(news: LiveNews, host: HostView | undefined): LiveUpdate | undefined {
  const lists = Object.entries(news).filter(([, list]) => list.length > 0);
  return lists.length === 0 && host === undefined ? undefined : { ...(host && { host }), ...Object.fromEntries(lists) };
}

/** The newest shown games, for a snapshot. `games` are in the order of their last turns. */
export function toLiveGameViews(games: readonly GameFeed[]): LiveGameView[] {
  const newest: LiveGameView[] = [];
  let bytes = 0;
  for (const { shown, boardBytes } of games.toReversed()) {
    if (shown === undefined) continue;
    bytes += boardBytes;
    if (newest.length >= MAX_SNAPSHOT.games || bytes > MAX_SNAPSHOT.bytes) break;
    newest.push(shown);
  }
  return newest.toReversed();
}

/** A game that is not in the journal, or not yet: only its latest turn is known. */
export function toLivePiece(game: LiveGameView): GamePieceView {
  const { turn: latest, timeout, ...names } = game;
  const { id: _, before: __, fallbacks, lost, answer, ...shown } = latest;
  const { width, height, snakes } = latest.board;
  const opponents = snakes.flatMap(({ name, isYou }) => (isYou ? [] : [name]));
  const size = { width, height, snakes: snakes.length, opponents, turns: latest.turn };
  const counts = { moved: latest.turn, late: fallbacks, failed: 0, illegal: 0, lost };
  return { game: { ...names, ...size, ...counts }, timeout, turns: answer ? [{ ...shown, answer }] : [] };
}
