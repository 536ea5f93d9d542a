/** The contest of a command as it goes: the browser's stream of its states. */
import { useEffect, useState } from 'preact/hooks';
import type { ContestView } from '../../../arena/contest/report.js';
import { LiveSource, type LiveState } from '../live/live-source.js';

/** `since` is when the command was heard last before the state of the stream changed. */
export function useContest() {
  const [contest, setContest] = useState<ContestView>();
  const [{ state, since }, setStream] = useState<{ readonly state: LiveState; readonly since: number }>({
    state: 'connecting',
    since: Date.now(),
  });
  useEffect(() => {
    const source = new LiveSource<{ contest: ContestView }>('/api/contest/live', ['contest'], {
      onState: (next, heardAt) => setStream((last) => (last.state === next ? last : { state: next, since: heardAt })),
      onEvent: ({ data }) => setContest(data),
    });
    return () => source.close();
  }, []);
  return { contest, state, since };
}
