/** The page *Now*: live games, one of them large, and how the host does. */
import { useCallback, useRef } from 'preact/hooks';
import type { HostView } from '../../api/live.js';
import { Empty, Loading } from '../kit/states.js';
import { featuredGame, type LiveGames } from '../live/feed.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { FeaturedGame } from '../now/featured-game.js';
import { GameCard } from '../now/game-card.js';
import { HostFigures } from '../now/host-figures.js';
import { MountsTable } from '../now/mounts-table.js';
import { StreamState } from '../now/stream-state.js';
import { changeQuery, pageUrl, useLocation } from '../shell/location.js';
import { useSession } from '../shell/session.js';

/** The query's `show` names the game that is shown large; else it is the newest. */
export function NowPage() {
  const { feed, state } = useLiveFeed();
  const { query } = useLocation();
  return (
    <>
      <div class="heading">
        <h1>Now</h1>
        <StreamState state={state} />
      </div>
      {feed.host === undefined ? (
        <Loading what={state === 'reconnecting' ? 'Reconnecting' : 'Loading'} />
      ) : (
        <>
          <Games feed={feed} chosen={query.get('show') ?? undefined} />
          <HostPart host={feed.host} />
        </>
      )}
    </>
  );
}

function Games({ feed, chosen }: { feed: LiveGames; chosen: string | undefined }) {
  const choose = useCallback((id: string) => {
    changeQuery({ show: id });
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  }, []);
  const shown = useRef<string>();
  const featured = featuredGame(feed, chosen, shown.current);
  shown.current = featured?.id;
  if (featured === undefined) return <NoGames />;
  return (
    <>
      <FeaturedGame key={featured.id} game={featured} host={feed.host} />
      {feed.games.length > 1 && (
        <section class="game-grid" aria-label="Live games">
          {feed.games.map((game) => (
            <GameCard key={game.id} game={game} isChosen={game.id === featured.id} onChoose={choose} />
          ))}
        </section>
      )}
    </>
  );
}

function NoGames() {
  const { hasJournal } = useSession();
  return (
    <Empty title="No game is being played.">
      The next one shows here as soon as it begins.{' '}
      {hasJournal && <a href={pageUrl({ page: 'games' })}>Look at the last ones</a>}
    </Empty>
  );
}

/** Who only watches is not told how the host does. */
function HostPart({ host }: { host: HostView }) {
  return useSession().page !== 'admin' ? null : (
    <>
      <h2>Host</h2>
      <HostFigures host={host} />
      <MountsTable host={host} />
    </>
  );
}
