/** The live games as the state of a component. */
import { useEffect, useReducer, useState } from 'preact/hooks';
import { dropEnded, EMPTY_FEED, takeSnapshot, takeUpdate, type LiveGames } from './feed.js';
import { followGames, type GamesEvent, type LiveState } from './live-source.js';

const SWEEP_MS = 1000;

/** The live games, and how the stream of them is; `since` is when it was heard last. */
export interface LiveFeedState {
  readonly feed: LiveGames;
  readonly state: LiveState;
  readonly since?: number;
}

/** Opens the live stream while the component is shown. */
export function useLiveFeed(): LiveFeedState {
  const [feed, dispatch] = useReducer(reduce, EMPTY_FEED);
  const [stream, setStream] = useState<Omit<LiveFeedState, 'feed'>>({ state: 'connecting' });
  useEffect(() => {
    const onState = (state: LiveState, since: number): void =>
      setStream((last) => (last.state === state ? last : { state, since }));
    const source = followGames({ onState, onEvent: dispatch });
    const timer = setInterval(() => dispatch({ name: 'sweep' }), SWEEP_MS);
    return () => {
      clearInterval(timer);
      source.close();
    };
  }, []);
  return { feed, ...stream };
}

function reduce(feed: LiveGames, action: GamesEvent | { readonly name: 'sweep' }): LiveGames {
  switch (action.name) {
    case 'snapshot':
      return takeSnapshot(feed, action.data);
    case 'update':
      return takeUpdate(feed, action.data, Date.now());
    case 'sweep':
      return dropEnded(feed, Date.now());
  }
}
