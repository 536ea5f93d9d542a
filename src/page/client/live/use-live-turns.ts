/** The turns that games under way have come to, for lists of them. */
import { useEffect, useState } from 'preact/hooks';
import type { LiveSnapshot, LiveUpdate } from '../../api/live.js';
import { followGames } from './live-source.js';

/** The last turn of each game under way, by its id in the journal; follows them while there is any to follow. */
export function useLiveTurns(isFollowing: boolean): ReadonlyMap<string, number> {
  const [turns, setTurns] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (!isFollowing) return;
    const source = followGames({
      onState: () => undefined,
      onEvent({ data }) {
        const { games = [], turns: played = [] }: Partial<LiveSnapshot> & LiveUpdate = data;
        const news = [...games.map(({ turn }) => turn), ...played];
        if (news.length > 0) setTurns((last) => new Map([...last, ...news.map(({ id, turn }) => [id, turn] as const)]));
      },
    });
    return () => source.close();
  }, [isFollowing]);
  return turns;
}
