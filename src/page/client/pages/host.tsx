/** The page *Host*: how the process does, against its thresholds, and what each mounted snake does. */
import { Loading } from '../kit/states.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { HostFigures } from '../now/host-figures.js';
import { MountsTable } from '../now/mounts-table.js';
import { StreamState } from '../now/stream-state.js';

export function HostFiguresPage() {
  const { feed, state, since } = useLiveFeed();
  const isStale = state === 'reconnecting';
  return (
    <div class={isStale ? 'contents stale' : 'contents'}>
      <div class="heading">
        <h1>Host</h1>
        <StreamState state={state} since={since} />
      </div>
      {feed.host === undefined ? (
        <Loading what={isStale ? 'Reconnecting' : 'Loading'} />
      ) : (
        <>
          <HostFigures host={feed.host} isStale={isStale} />
          <h2>Mounted snakes</h2>
          <MountsTable host={feed.host} />
        </>
      )}
    </div>
  );
}
