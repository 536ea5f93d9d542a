/** A contest as it goes: the browser's stream of its states. */
import { useEffect, useState } from 'preact/hooks';
import type { ContestView } from '../../api/contests.js';
import { fetchJson } from '../shell/fetch-json.js';
import { PAGE_BASE } from '../shell/location.js';

/** What is known of a contest. `ended`: the command has ended, and nothing new will come. */
export type FollowedContest =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'live' | 'reconnecting' | 'ended'; readonly contest: ContestView };

/** Follows a contest while the page is seen. What was shown last stays, also when its command is gone. */
export function useContest(id: string): FollowedContest {
  const [followed, setFollowed] = useState<FollowedContest>({ state: 'loading' });
  useEffect(() => {
    const path = `/api/contests/${encodeURIComponent(id)}`;
    let source: EventSource | undefined;
    let isOver = false;
    const fail = (error: Error): void => setFollowed((last) => ('contest' in last ? last : { state: 'failed', error }));
    const settle = (state: 'reconnecting' | 'ended'): void =>
      setFollowed((last) => ('contest' in last ? { state, contest: last.contest } : last));
    const close = (): void => {
      source?.close();
      source = undefined;
    };
    const open = (): void => {
      if (isOver || source !== undefined) return;
      source = new EventSource(`${PAGE_BASE}${path}/live`);
      source.addEventListener('contest', ({ data }: MessageEvent<string>) => {
        setFollowed({ state: 'live', contest: JSON.parse(data) as ContestView });
      });
      source.addEventListener('end', () => {
        isOver = true;
        close();
        settle('ended');
      });
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) {
          close();
          fetchJson<ContestView>(path).then((contest) => setFollowed({ state: 'ended', contest }), fail);
        }
        settle('reconnecting');
      });
    };
    const follow = (): void => (document.visibilityState === 'visible' ? open() : close());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [id]);
  return followed;
}
