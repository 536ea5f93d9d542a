/** Reduces the events of the live stream to the live games. Needs no browser. */
import type { HostView, LiveGameView, LiveSnapshot, LiveUpdate } from '../../../views/live.js';

export interface LiveGames {
  readonly host?: HostView | undefined;
  /** Newest first. A seat that is out stays while another seat of its game plays. */
  readonly games: readonly FeedGame[];
}

export interface FeedGame extends LiveGameView {
  /** When the page received its end. Present once it is over, like `endedAt`. */
  readonly seenAt?: number;
}

/** How long a finished game stays, in ms: long enough to see its end. */
export const LINGER_MS = 60_000;

export const EMPTY_FEED: LiveGames = { games: [] };

/** The feed of a snapshot, which replaces what was known. */
export function takeSnapshot({ host, games }: LiveSnapshot): LiveGames {
  return { host, games: sortGames(games) };
}

/** The feed after an update. `now` is in ms since 1970. */
export function takeUpdate(feed: LiveGames, update: LiveUpdate, now: number): LiveGames {
  const { host = feed.host, games = [], hidden = [] } = update;
  const byId = new Map(feed.games.map((game) => [game.id, game]));
  for (const game of games) byId.set(game.id, game.endedAt === undefined ? game : { ...game, seenAt: now });
  for (const id of hidden) byId.delete(id);
  return { host, games: sortGames([...byId.values()]) };
}

/** The feed without the games of which all seats are over for {@link LINGER_MS}; the same object if there are none. */
export function dropEnded(feed: LiveGames, now: number): LiveGames {
  const heard = new Map<string, number>();
  for (const { game, seenAt = Infinity } of feed.games) {
    heard.set(game, Math.max(heard.get(game) ?? 0, seenAt));
  }
  const left = feed.games.filter(({ game }) => now - heard.get(game)! < LINGER_MS);
  return left.length === feed.games.length ? feed : { ...feed, games: left };
}

function sortGames(games: readonly FeedGame[]): FeedGame[] {
  return games.toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1));
}
