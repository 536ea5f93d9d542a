/** The page *Now*: live games, one of them large, and how the host does. */
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { HostView } from '../../api/live.js';
import { formatMoment } from '../format/times.js';
import { Empty, Loading } from '../kit/states.js';
import type { LiveGames } from '../live/feed.js';
import { featuredSeat, groupGames, type GameGroup } from '../live/game-groups.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { FeaturedGame } from '../now/featured-game.js';
import { GameCards } from '../now/game-cards.js';
import { HostFigures } from '../now/host-figures.js';
import { MountsTable } from '../now/mounts-table.js';
import { StreamState } from '../now/stream-state.js';
import { changeQuery, useLocation } from '../shell/location.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';

/** The query's `show` names the seat of a game that is shown large; else it is one of the newest game. */
export function NowPage() {
  const { feed, state, since } = useLiveFeed();
  const { query } = useLocation();
  const isStale = state === 'reconnecting';
  return (
    <>
      <div class="heading">
        <h1>Now</h1>
        <StreamState state={state} since={since} />
      </div>
      {feed.host === undefined ? (
        <Loading what={isStale ? 'Reconnecting' : 'Loading'} />
      ) : (
        <div class={isStale ? 'contents stale' : 'contents'}>
          <Games feed={feed} chosen={query.get('show') ?? undefined} isStale={isStale} />
          <HostPart host={feed.host} isStale={isStale} />
        </div>
      )}
    </>
  );
}

interface GamesProps {
  readonly feed: LiveGames;
  readonly chosen: string | undefined;
  readonly isStale: boolean;
}

function Games({ feed, chosen, isStale }: GamesProps) {
  const choose = useCallback((id: string) => {
    changeQuery({ show: id });
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  }, []);
  const shown = useRef<string>();
  const last = useRef<readonly GameGroup[]>([]);
  const groups = useMemo(() => (last.current = groupGames(feed.games, last.current)), [feed.games]);
  const featured = featuredSeat(groups, chosen, shown.current, Date.now());
  shown.current = featured?.id;
  const group = groups.find(({ game }) => game === featured?.game);
  if (featured === undefined || group === undefined) return <NoGames isStale={isStale} />;
  return (
    <div class={groups.length > 1 ? 'now with-list' : 'now'}>
      <FeaturedGame key={group.game} group={group} seat={featured} host={feed.host} onChoose={choose} />
      {groups.length > 1 && <GameCards groups={groups} shown={group.game} onChoose={choose} />}
    </div>
  );
}

function NoGames({ isStale }: { isStale: boolean }) {
  const { hasJournal } = PAGE_INFO;
  if (isStale) return <Empty title="The host does not answer." />;
  return (
    <Empty title="No game is being played.">
      The next one shows here as soon as it begins.{' '}
      {hasJournal && <a href={linkTo({ page: 'games' })}>Look at the last ones</a>}
    </Empty>
  );
}

function HostPart({ host, isStale }: { host: HostView; isStale: boolean }) {
  return PAGE_INFO.page !== 'admin' ? null : (
    <>
      <h2>{isStale ? `Host, as of ${formatMoment(host.at)}` : 'Host'}</h2>
      <HostFigures host={host} isStale={isStale} />
      <MountsTable host={host} />
    </>
  );
}
