/** The live games as the state of a component. */
import { useEffect, useReducer, useState } from 'preact/hooks';
import { dropEnded, EMPTY_FEED, takeSnapshot, takeUpdate, type LiveGames } from './feed.js';
import { followGames, type GamesEvent, type LiveState } from './live-source.js';
import type { LiveSnapshot, LiveUpdate } from '../../api/live.js';

const SWEEP_MS = 1000;

/** The live games, and how the stream of them is; `since` is when it was heard last. */
interface LiveFeedState {
  readonly feed: LiveGames;
  readonly state: LiveState;
  readonly since?: number;
}

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

/** What the live stream says of games by their ids in the journal; empty until it has said anything. */
export interface LiveTurns {
  readonly isKnown: boolean;
  readonly turns: ReadonlyMap<string, number>;
  readonly silent: readonly string[];
}

/** The last turn of each live game; follows them while there is any to follow. */
export function useLiveTurns(isFollowing: boolean): LiveTurns {
  const [live, setLive] = useState<LiveTurns>({ isKnown: false, turns: new Map(), silent: [] });
  useEffect(() => {
    if (!isFollowing) return;
    const source = followGames({
      onState: () => undefined,
      onEvent({ data }) {
        const { host, games = [], turns: played = [] }: Partial<LiveSnapshot> & LiveUpdate = data;
        const news = [...games.map(({ turn }) => turn), ...played].map(({ id, turn }) => [id, turn] as const);
        setLive(({ turns, silent }) => {
          return { isKnown: true, turns: new Map([...turns, ...news]), silent: host?.silent ?? silent };
        });
      },
    });
    return () => source.close();
  }, [isFollowing]);
  return live;
}
