/** The stream of one game as the state of a component. */
import { useReducer, useState } from 'preact/hooks';
import type { GamePieceView } from '../../../views/game.js';
import type { GameEvents } from '../../../views/live.js';
import { followStream, useStream, type LiveState } from '../live/live-source.js';
import { fetchJson } from '../shell/fetch-json.js';
import { takePiece } from './turns.js';

export interface WatchedGame {
  readonly data: GamePieceView | undefined;
  /** Why the host does not show the game. */
  readonly error: Error | undefined;
  /** `ended` once the game is over and all its turns have arrived. */
  readonly stream: LiveState;
}

/** Follows a game until it is over. */
export function useGame(id: string): WatchedGame {
  const [data, take] = useReducer(takePiece, undefined);
  const [error, setError] = useState<Error>();
  const path = `/api/games/${encodeURIComponent(id)}/live`;
  const onRefused = (): void => void fetchJson<GamePieceView>(path).then(take, setError);
  const { state } = useStream<GameEvents>(
    (listener) => followStream(path, ['piece'], { ...listener, onRefused }),
    (event) => take(event.data),
  );
  return { data, error: data === undefined ? error : undefined, stream: state };
}
