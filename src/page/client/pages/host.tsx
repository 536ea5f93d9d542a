/** The page *Host*: the figures of the process with their thresholds, and each mounted snake. */
import type { ShareView } from '../../../views/game.js';
import type { HostView, JournalView, MountView, UpstreamStatus } from '../../../views/live.js';
import { formatBytes, formatMany, formatThousands } from '../../../views/numbers.js';
import { formatDuration, formatMoment } from '../../../views/times.js';
import { describeLag } from '../../../views/words.js';
import { TableSection, type Column } from '../kit/data-table.js';
import { SharedLink } from '../game/share-game.js';
import { Badge, Tiles, TimeAgo, type Tile } from '../kit/figures.js';
import { ColoredName } from '../kit/snake-name.js';
import { Loading, StreamState } from '../kit/states.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';
import { hasPage } from '../shell/routes.js';

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
          <Tiles label="Host" tiles={tilesOf(feed.host)} />
          <MountsTable snakes={feed.host.snakes} />
          {PAGE_INFO.canShare && <SharesTable />}
        </>
      )}
    </div>
  );
}

/** Games, child processes, the journal and the process. */
function tilesOf({ snakes, loopDelay, memoryMb, journal, uptime, state, games, silent }: HostView): Tile[] {
  const sum = (of: (snake: MountView) => number | undefined): number =>
    snakes.reduce((total, snake) => total + (of(snake) ?? 0), 0);
  const seats = sum((snake) => snake.games);
  const waiting = sum((snake) => snake.waiting);
  const lag = describeLag(loopDelay);
  return [
    {
      name: 'Live games',
      figure: formatThousands(games),
      note: formatMany(seats, 'seat') + (silent.length > 0 ? `, ${formatThousands(silent.length)} silent` : ''),
      title: 'Silent seats have had no request for a minute',
    },
    {
      name: 'Child processes',
      figure: sum(({ children }) => children.length),
      note: waiting === 0 ? 'no turn waits for a core' : `${formatMany(waiting, 'turn')} waiting for a core`,
      tone: waiting === 0 ? undefined : 'warning',
    },
    journalTile(journal),
    {
      name: 'Event-loop lag',
      figure: lag.text,
      note: lag.note,
      title: 'How late timers of the host fire: the 99th percentile of the last two seconds',
      tone: lag.tone,
    },
    {
      name: 'Memory',
      figure: `${formatThousands(memoryMb)} MB`,
      note: "the host's process, without its children",
    },
    {
      name: 'Uptime',
      figure: formatDuration(uptime),
      note: state,
      tone: state === 'ready' ? undefined : 'warning',
    },
  ];
}

function journalTile(journal: JournalView): Tile {
  const tile = { name: 'Journal', figure: journal.state };
  if (journal.state === 'off') return { ...tile, note: 'games are not kept' };
  if (journal.state === 'damaged')
    return { ...tile, note: 'the file is damaged: a restart begins a new one', tone: 'bad' };
  const { waiting, bytes, lost } = journal;
  if (lost !== undefined) return { ...tile, note: `lost games: ${lost.games}. ${lost.reason}`, tone: 'bad' };
  const note =
    waiting === 0 ? 'all events are on disk' : `${formatMany(waiting, 'event')}, ${formatBytes(bytes)} to write`;
  return { ...tile, note, tone: journal.state === 'failing' ? 'bad' : undefined };
}

/** One row for each mounted snake; a version that only finishes its games has its own. */
function MountsTable({ snakes }: Pick<HostView, 'snakes'>) {
  const hasUpstreams = snakes.some(({ upstreams }) => upstreams !== undefined);
  return (
    <TableSection
      caption="Mounted snakes"
      columns={[...COLUMNS, hasUpstreams && UPSTREAM_COLUMN]}
      rows={snakes}
      keyOf={({ prefix, version }) => `${prefix} ${version}`}
      hrefOf={hasPage(PAGE_INFO, 'snake') && (({ prefix }) => linkTo({ page: 'snake', prefix }))}
    />
  );
}

/** The links to single games. */
function SharesTable() {
  const { again, ...shares } = useFetched<readonly ShareView[]>('/api/shares');
  const end = ({ token }: ShareView): void =>
    void fetchJson(`/api/shares/${token}`, { method: 'DELETE' }).finally(again);
  const columns: readonly Column<ShareView>[] = [
    { header: 'Game', hasLinks: true, cell: ({ id, title }) => <a href={linkTo({ page: 'game', id })}>{title}</a> },
    { header: 'Link', cell: ({ token }) => <SharedLink token={token} /> },
    { header: 'Shared', isMinor: true, cell: ({ at }) => <TimeAgo at={at} /> },
    {
      header: 'End',
      cell: (share) => (
        <button type="button" aria-label={`End the link to ${share.title}`} onClick={() => end(share)}>
          End
        </button>
      ),
    },
  ];
  return (
    <TableSection
      caption="Shared games"
      columns={columns}
      rows={shares.state === 'loaded' ? shares.value : []}
      keyOf={({ token }) => token}
    />
  );
}

const COLUMNS: readonly Column<MountView>[] = [
  {
    header: 'Snake',
    cell: ({ isRetired, ...snake }) => (
      <>
        <ColoredName {...snake} /> {isRetired && <Badge title="It only finishes its games.">retired</Badge>}
      </>
    ),
  },
  { header: 'Strategy', cell: ({ strategy }) => strategy, isMinor: true },
  { header: 'Live games', cell: ({ games }) => games, isNumber: true },
  {
    header: 'Searching',
    title: 'Games in which it computes until its deadline',
    cell: ({ cpuBound }) => cpuBound,
    isNumber: true,
    isMinor: true,
  },
  {
    header: 'Waiting',
    title: 'Turns that wait for a core',
    cell: ({ waiting }) => waiting,
    isNumber: true,
    isMinor: true,
  },
  {
    header: 'Shortest turn',
    title: 'The shortest time that the last turn of one of its games was given',
    cell: ({ shares = {} }) => Object.keys(shares).length > 0 && formatDuration(Math.min(...Object.values(shares))),
    isNumber: true,
    isMinor: true,
  },
  {
    header: 'Processes',
    title: 'Child processes that run the strategy',
    cell: ({ children, isolation }) => (isolation === 'inline' ? 'inline' : children.length),
    isNumber: true,
  },
  {
    header: 'Memory',
    title: 'Of its child processes',
    cell: ({ children }) =>
      children.length > 0 && `${Math.round(children.reduce((mb, child) => mb + child.memoryMb, 0))} MB`,
    isNumber: true,
    isMinor: true,
  },
];

const UPSTREAM_COLUMN: Column<MountView> = {
  header: 'Server',
  title:
    'Whether the server of the snake answers, since when, its last time for an answer, and the moves that it failed',
  cell: ({ upstreams = [] }) => upstreams.map((upstream) => <UpstreamState key={upstream.url} {...upstream} />),
};

function UpstreamState({ url, isReachable, since, reason, answers, failures, latency }: UpstreamStatus) {
  const time = formatMoment(since);
  return isReachable ? (
    <Badge tone="good" title={`${url} answers since ${time}: ${answers} moves`}>
      answers{latency !== undefined && ` in ${formatDuration(latency)}`}
      {failures > 0 && `, failed ${failures}`}
    </Badge>
  ) : (
    <Badge tone="bad" title={`${url}: ${reason ?? ''}`}>
      no answer since {time}
    </Badge>
  );
}
