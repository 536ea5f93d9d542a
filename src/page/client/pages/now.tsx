/** The page *Now*: the chosen or busiest live game, else the last finished one in a loop. */
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { Empty, Loading, StreamState } from '../kit/states.js';
import type { LiveGames } from '../live/feed.js';
import { featuredSeat, groupGames, isSilent, type GameGroup } from '../live/game-groups.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { FeaturedGame } from '../now/featured-game.js';
import { GameCards } from '../now/game-cards.js';
import { LoopedGame, NoGame } from '../now/looped-game.js';
import { PlayForm } from '../now/play-form.js';
import { changeQuery, useLocation } from '../shell/location.js';
import { PAGE_INFO } from '../shell/page-info.js';

/** The query's `show` names a game, or the seat of one, that is shown large. */
export function NowPage() {
  const { feed, state, since } = useLiveFeed();
  const { query } = useLocation();
  const isStale = state === 'reconnecting';
  return (
    <>
      <div class="heading">
        <h1>Now</h1>
        <StreamState state={state} since={since} />
        <PlayForm isPlaying={feed.games.some(({ source, endedAt }) => source === 'local' && !endedAt)} />
      </div>
      {feed.host === undefined ? (
        <Loading what={isStale ? 'Reconnecting' : 'Loading'} />
      ) : (
        <div class={isStale ? 'contents stale' : 'contents'}>
          <Games feed={feed} chosen={query.get('show') ?? undefined} isStale={isStale} />
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

function Games({ feed: { games, host }, chosen, isStale }: GamesProps) {
  const choose = useCallback((id: string) => {
    changeQuery({ show: id });
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  }, []);
  const before = useRef<string>();
  const last = useRef<readonly GameGroup[]>([]);
  const groups = useMemo(() => (last.current = groupGames(games, last.current)), [games]);
  const silent = host?.silent ?? [];
  const featured = featuredSeat(groups, chosen, before.current, Date.now(), silent);
  before.current = featured?.id;
  const group = groups.find(({ game }) => game === featured?.game);
  const hasList = groups.length > (group === undefined ? 0 : 1);
  return (
    <div class={hasList ? 'now with-list' : 'now'}>
      {featured !== undefined && group !== undefined ? (
        <FeaturedGame
          key={group.game}
          group={group}
          seat={featured}
          isSilent={isSilent(group, silent) && featured.endedAt === undefined}
          onChoose={choose}
        />
      ) : (
        <NoLiveGame isStale={isStale} />
      )}
      {hasList && <GameCards groups={groups} shown={group?.game} silent={silent} onChoose={choose} />}
    </div>
  );
}

function NoLiveGame({ isStale }: { isStale: boolean }) {
  if (isStale) return <Empty title="The host does not answer." />;
  return PAGE_INFO.hasJournal ? <LoopedGame /> : <NoGame />;
}
