/** A contest as it goes: the browser's stream of its states. */
import { useEffect, useState } from 'preact/hooks';
import type { ContestView } from '../../api/contests.js';
import { LiveSource, type LiveState } from '../live/live-source.js';
import { fetchJson } from '../shell/fetch-json.js';

/**
 * Follows a contest. What was shown last stays when its command is gone: its state is `ended` then. `since` is when the
 * host was heard last before the state of the stream changed.
 */
export function useContest(id: string) {
  const [contest, setContest] = useState<ContestView>();
  const [error, setError] = useState<Error>();
  const [{ state, since }, setStream] = useState<{ readonly state: LiveState; readonly since: number }>({
    state: 'connecting',
    since: Date.now(),
  });
  useEffect(() => {
    const setState = (next: LiveState, heardAt = Date.now()): void =>
      setStream((last) => (last.state === next ? last : { state: next, since: heardAt }));
    const path = `/api/contests/${encodeURIComponent(id)}`;
    const source = new LiveSource<{ contest: ContestView }>(`${path}/live`, ['contest'], {
      onState: setState,
      onEvent: ({ data }) => setContest(data),
      onRefused() {
        void fetchJson<ContestView>(path)
          .then(setContest, setError)
          .finally(() => setState('ended'));
      },
    });
    return () => source.close();
  }, [id]);
  return { contest, error, state, since };
}
