/** The mounted snakes, and what each is doing. */
import type { HostView, MountView, UpstreamStatus } from '../../api/live.js';
import { formatDuration, formatMoment } from '../format/times.js';
import { Badge } from '../kit/figures.js';
import { SnakeName, Swatch } from '../kit/snake-name.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { hasPage } from '../shell/routes.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';

/** One row for each mounted snake; a version that only finishes its games has one of its own. */
export function MountsTable({ host: { snakes } }: { host: HostView }) {
  const canOpen = hasPage(PAGE_INFO, 'snake');
  const hasChildren = snakes.some((mount) => mount.children !== undefined);
  const hasUpstreams = snakes.some((mount) => mount.upstreams !== undefined);
  return (
    <DataTable
      caption="Mounted snakes"
      columns={[...COLUMNS, ...(hasChildren ? PROCESS_COLUMNS : []), ...(hasUpstreams ? [UPSTREAM_COLUMN] : [])]}
      rows={snakes}
      keyOf={({ prefix, version }) => `${prefix} ${version ?? ''}`}
      {...(canOpen && { hrefOf: ({ prefix }: MountView) => linkTo({ page: 'snake', prefix }) })}
    />
  );
}

const COLUMNS: readonly Column<MountView>[] = [
  {
    header: 'Snake',
    cell: ({ prefix, name, color, isRetired }) => (
      <span class="named">
        <Swatch color={color} />
        <SnakeName prefix={prefix} name={name} />{' '}
        {isRetired && <Badge title="It only finishes its games.">retired</Badge>}
      </span>
    ),
  },
  { header: 'Strategy', cell: ({ strategy }) => strategy ?? '', isMinor: true },
  { header: 'Live games', cell: ({ games }) => games ?? '', isNumber: true },
];

const PROCESS_COLUMNS: readonly Column<MountView>[] = [
  {
    header: 'Searching',
    title: 'Games in which it computes until its deadline',
    cell: ({ cpuBound }) => cpuBound ?? '',
    isNumber: true,
    isMinor: true,
  },
  {
    header: 'Waiting turns',
    title: 'Turns that wait for a core',
    cell: ({ waiting }) => waiting ?? '',
    isNumber: true,
  },
  {
    header: 'Shortest turn',
    title: 'The shortest time that the last turn of one of its games was given',
    cell: ({ shares }) => formatLeast(Object.values(shares ?? {})),
    isNumber: true,
  },
  {
    header: 'Processes',
    title: 'Child processes that run the strategy',
    cell: ({ children = [], isolation }) => (isolation === 'inline' ? 'inline' : children.length),
    isNumber: true,
  },
  {
    header: 'Memory',
    cell: ({ children = [] }) => {
      const sum = children.reduce((mb, child) => mb + child.memoryMb, 0);
      return sum === 0 ? '' : `${Math.round(sum)} MB`;
    },
    isNumber: true,
    isMinor: true,
  },
];

const UPSTREAM_COLUMN: Column<MountView> = {
  header: 'Server',
  title: 'whether the server behind it answers, since when, the time of an answer, and the moves that it failed',
  cell: ({ upstreams = [] }) => upstreams.map((upstream) => <UpstreamState key={upstream.url} {...upstream} />),
};

function UpstreamState({ url, isReachable, since, reason, answers, failures, latency }: UpstreamStatus) {
  const time = formatMoment(since);
  if (!isReachable) {
    return (
      <Badge tone="bad" title={`${url}: ${reason ?? ''}`}>
        no answer since {time}
      </Badge>
    );
  }
  return (
    <Badge tone="good" title={`${url} answers since ${time}: ${answers} moves`}>
      answers{latency !== undefined && ` in ${formatDuration(latency)}`}
      {failures > 0 && `, failed ${failures}`}
    </Badge>
  );
}

function formatLeast(shares: readonly number[]): string {
  return shares.length === 0 ? '' : formatDuration(Math.min(...shares));
}
