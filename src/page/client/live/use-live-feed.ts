/** The live games as the state of a component. */
import { useEffect, useReducer } from 'preact/hooks';
import { dropEnded, EMPTY_FEED, takeSnapshot, takeUpdate, type LiveGames } from './feed.js';
import { followGames, useStream, type GamesEvent, type StreamStatus } from './live-source.js';

const SWEEP_MS = 1000;

/** The live games while `isFollowing`, with the state of their stream. */
export function useLiveFeed(isFollowing = true): StreamStatus & { readonly feed: LiveGames } {
  const [feed, dispatch] = useReducer(reduce, EMPTY_FEED);
  useEffect(() => {
    const timer = setInterval(() => dispatch({ name: 'sweep' }), SWEEP_MS);
    return () => clearInterval(timer);
  }, []);
  return { feed, ...useStream(followGames, dispatch, isFollowing) };
}

function reduce(feed: LiveGames, action: GamesEvent | { readonly name: 'sweep' }): LiveGames {
  if (action.name === 'snapshot') return takeSnapshot(action.data);
  return action.name === 'update' ? takeUpdate(feed, action.data, Date.now()) : dropEnded(feed, Date.now());
}
