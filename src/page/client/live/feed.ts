/** What is known of the live games, from the events of the live stream. Without a browser: one state to the next. */
import type { GameEndView, HostView, LiveGameView, LiveSnapshot, LiveTurnView, LiveUpdate } from '../../api/live.js';
import { usedShare } from '../format/words.js';

export interface LiveGames {
  readonly host?: HostView | undefined;
  /** The game that began last comes first. Those that are over for us stay with the seats that play on. */
  readonly games: readonly FeedGame[];
}

export interface FeedGame extends LiveGameView {
  /** The turns before, oldest first, {@link MAX_PAST} at most. */
  readonly past: readonly PastTurn[];
  /** Present once it is over; `seenAt` is when the page received that. */
  readonly ending?: GameEndView & { readonly seenAt: number };
}

/** What is remembered of a turn: the share of the budget that was used. */
interface PastTurn {
  readonly turn: number;
  readonly used: number | undefined;
}

export const MAX_PAST = 60;

/** How long a game stays when the last of its seats is over, in ms: long enough to see how it ended. */
export const LINGER_MS = 60_000;

export const EMPTY_FEED: LiveGames = { games: [] };

/** The feed after a snapshot. It replaces what was known, but games that are still there keep their past. */
export function takeSnapshot(feed: LiveGames, { host, games }: LiveSnapshot): LiveGames {
  const known = new Map(feed.games.map((game) => [game.id, game]));
  return { host, games: sortGames(games.map((game) => toFeedGame(game, known.get(game.id)))) };
}

/** The feed after an update. `now` is in ms since 1970. */
export function takeUpdate(feed: LiveGames, update: LiveUpdate, now: number): LiveGames {
  const { host = feed.host, games = [], turns = [], ended = [], hidden = [] } = update;
  const byId = new Map(feed.games.map((game) => [game.id, game]));
  for (const game of games) byId.set(game.id, toFeedGame(game, byId.get(game.id)));
  for (const turn of turns) {
    const game = byId.get(turn.id);
    if (game !== undefined) byId.set(turn.id, addTurn(game, turn));
  }
  for (const ending of ended) {
    const game = byId.get(ending.id);
    if (game !== undefined) byId.set(ending.id, { ...game, ending: { ...ending, seenAt: now } });
  }
  for (const id of hidden) byId.delete(id);
  return { host, games: sortGames([...byId.values()]) };
}

/** The feed without the games of which all seats are over for {@link LINGER_MS}; the same object if there are none. */
export function dropEnded(feed: LiveGames, now: number): LiveGames {
  const heard = new Map<string, number>();
  for (const { game, ending } of feed.games) {
    heard.set(game, Math.max(heard.get(game) ?? 0, ending?.seenAt ?? Infinity));
  }
  const left = feed.games.filter(({ game }) => now - heard.get(game)! < LINGER_MS);
  return left.length === feed.games.length ? feed : { ...feed, games: left };
}

function sortGames(games: readonly FeedGame[]): FeedGame[] {
  return games.toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1));
}

function toFeedGame(game: LiveGameView, known: FeedGame | undefined): FeedGame {
  const isSame = known !== undefined && known.startedAt === game.startedAt && known.turn.turn <= game.turn.turn;
  return { ...game, past: withTurn(isSame ? known.past : [], game.turn) };
}

function addTurn(game: FeedGame, turn: LiveTurnView): FeedGame {
  return {
    ...game,
    turn,
    past: withTurn(game.past, turn),
  };
}

function withTurn(past: readonly PastTurn[], { turn, answer }: LiveTurnView): PastTurn[] {
  const kept = past.filter((each) => each.turn < turn).slice(1 - MAX_PAST);
  if (answer === undefined) return kept;
  return [...kept, { turn, used: usedShare(answer) }];
}
