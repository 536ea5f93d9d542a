/** One game as the state of a component: from the journal, and from the live stream while it is running. */
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { GamePieceView } from '../../../views/game.js';
import type { LiveUpdate } from '../../../views/live.js';
import { followGames, type GamesEvent, type LiveState } from '../live/live-source.js';
import { fetchJson } from '../shell/fetch-json.js';
import { PAGE_INFO } from '../shell/page-info.js';
import { findGap, takeGameNews, type GameData, type GameNews } from './frames.js';

export interface WatchedGame {
  readonly data: GameData | undefined;
  readonly error: Error | undefined;
  /** How the live stream is; absent for a game that is over. */
  readonly stream: LiveState | undefined;
}

/** The journal writes a turn a moment after it was answered, in ms. */
const JOURNAL_DELAY_MS = 1500;
/** How often it is asked for the end of a game, each time later than before. */
const MAX_ASKED = 6;

/** Loads a game piece by piece, and follows it until it is over. */
export function useGame(id: string): WatchedGame {
  const [data, dispatch] = useReducer(takeGameNews, undefined);
  const [error, setError] = useState<Error>();
  const [stream, setStream] = useState<LiveState>();
  const [asked, setAsked] = useState(0);
  /** The live stream does not have it: it ended before the stream began. */
  const [isUnknown, setUnknown] = useState(false);
  const { hasJournal, page } = PAGE_INFO;
  const isOver = data?.row.endedAt !== undefined;
  const isLive = data !== undefined && !isOver;

  useEffect(() => loadGame(id, 0, dispatch, setError), [id]);
  useEffect(() => {
    if (!isLive) return;
    const onEvent = (event: GamesEvent): void => {
      if (event.name === 'snapshot') setUnknown(event.data.games.every(({ turn }) => turn.id !== id));
      newsOf(event, id).forEach(dispatch);
    };
    const source = followGames({ onState: setStream, onEvent });
    return () => {
      source.close();
      setStream(undefined);
    };
  }, [id, isLive]);
  // The journal soon knows how it ended, and the turns that the stream has left out. A command keeps its one game.
  const isAwaited =
    (isOver || isUnknown) && data?.isFinal === false && (hasJournal || page === 'contest') && asked < MAX_ASKED;
  const missing = isAwaited ? 0 : isLive ? findGap(data) : undefined;
  useEffect(() => {
    if (missing === undefined) return;
    const ask = (): void => {
      loadGame(id, missing, dispatch);
      if (isAwaited) setAsked(asked + 1);
    };
    const timer = setTimeout(ask, JOURNAL_DELAY_MS * (1 + asked));
    return () => clearTimeout(timer);
  }, [id, missing, isAwaited, asked]);
  return { data, error: data === undefined ? error : undefined, stream };
}

function loadGame(
  id: string,
  from: number,
  onNews: (news: GameNews) => void,
  onError?: (error: Error) => void,
): () => void {
  const abort = new AbortController();
  const load = async (): Promise<void> => {
    for (let next: number | undefined = from; next !== undefined;) {
      const path = `/api/games/${encodeURIComponent(id)}/view?from=${next}`;
      const piece: GamePieceView = await fetchJson(path, { signal: abort.signal });
      onNews({ kind: 'piece', piece });
      next = piece.next;
    }
  };
  load().catch((error: Error) => {
    if (!abort.signal.aborted) onError?.(error);
  });
  return () => abort.abort();
}

function newsOf({ data }: GamesEvent, id: string): GameNews[] {
  const { games = [], turns = [], ended = [] }: LiveUpdate = data;
  return [
    ...[...games.map(({ turn }) => turn), ...turns]
      .filter((turn) => turn.id === id)
      .map((turn) => ({ kind: 'turn', turn }) as const),
    ...ended.filter((ending) => ending.id === id).map((ending) => ({ kind: 'ended', ending }) as const),
  ];
}
