/** The stream of one game as the state of a component. */
import { useReducer, useState } from 'preact/hooks';
import type { GamePieceView, SharedGameView } from '../../../views/game.js';
import type { GameEvents } from '../../../views/live.js';
import { followStream, useStream, type LiveState } from '../live/live-source.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { PAGE_INFO } from '../shell/page-info.js';
import { takePiece } from './turns.js';

export interface WatchedGame {
  readonly data: SharedGameView | undefined;
  /** Why the host does not show the game. */
  readonly error: Error | undefined;
  /** `ended` once the game is over and all its turns have arrived. */
  readonly stream: LiveState;
}

/** Follows a game until it is over. A shared one is over, and comes in one piece. */
export function useGame(id: string): WatchedGame {
  const isShared = PAGE_INFO.page === 'share';
  const shared = useFetched<SharedGameView>(isShared ? `/${id}/game` : undefined);
  const [data, take] = useReducer(takePiece, undefined);
  const [error, setError] = useState<Error>();
  const path = `/api/games/${encodeURIComponent(id)}/live`;
  const onRefused = (): void => void fetchJson<GamePieceView>(path).then(take, setError);
  const { state } = useStream<GameEvents>(
    (listener) => followStream(path, ['piece'], { ...listener, onRefused }),
    (event) => take(event.data),
    !isShared,
  );
  if (shared.state === 'loaded') return { data: shared.value, error: undefined, stream: 'ended' };
  if (shared.state === 'failed') return { data: undefined, error: shared.error, stream: state };
  return { data, error: data === undefined ? error : undefined, stream: state };
}
