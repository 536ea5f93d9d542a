/** The live games as the state of a component. */
import { useEffect, useReducer, useState } from 'preact/hooks';
import { dropEnded, EMPTY_FEED, takeSnapshot, takeUpdate, type LiveGames } from './feed.js';
import { followGames, type GamesEvent, type LiveState } from './live-source.js';

const SWEEP_MS = 1000;

/** Opens the live stream while the component is shown. */
export function useLiveFeed(): { readonly feed: LiveGames; readonly state: LiveState } {
  const [feed, dispatch] = useReducer(reduce, EMPTY_FEED);
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const source = followGames({ onState: setState, onEvent: dispatch });
    const timer = setInterval(() => dispatch({ name: 'sweep' }), SWEEP_MS);
    return () => {
      clearInterval(timer);
      source.close();
    };
  }, []);
  return { feed, state };
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
