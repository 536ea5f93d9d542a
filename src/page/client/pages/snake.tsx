/** The page of one snake: its versions, their scores over time, causes of death, times, and whom it met. */
import { describeCause } from '../../../rules/describe-death.js';
import type { OpponentLine, RatingLine, SnakeStats, VersionView } from '../../api/plots.js';
import { formatMany, formatShare, formatThousands } from '../format/numbers.js';
import { formatSigned } from '../../../terminal/format-numbers.js';
import { formatDuration, formatMoment, formatSpread } from '../format/times.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { FilterBar, type Filter } from '../kit/filters.js';
import { StatTile, StatTiles, TimeAgo } from '../kit/figures.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { BarList } from '../plots/bars.js';
import { TimeColumns } from '../plots/time-columns.js';
import { Plot } from '../plots/plot.js';
import { useLocation } from '../shell/location.js';
import { useMemo } from 'preact/hooks';
import { formatQuery } from '../shell/routes.js';
import { useFetched } from '../shell/fetch-json.js';
import { formatCounts, formatMeanScore, ShareCell } from '../studies/shares.js';
import { addUp, labelVersions, MAX_CURVES, versionCurves } from '../studies/versions.js';
import { linkTo } from '../shell/page-info.js';

const FILTERS: readonly Filter[] = [
  {
    name: 'since',
    label: 'Games of',
    choices: [
      { value: '24h', title: 'the last day' },
      { value: '7d', title: 'the last week' },
      { value: '30d', title: 'the last month' },
    ],
  },
  { name: 'ruleset', label: 'Ruleset', choices: ['standard', 'royale', 'constrictor', 'wrapped', 'squad', 'solo'] },
  { name: 'opponent', label: 'Opponent' },
];

export function SnakePage({ prefix }: { prefix: string }) {
  const { query } = useLocation();
  const asked = formatQuery(Object.fromEntries(FILTERS.map(({ name }) => [name, query.get(name) ?? undefined])));
  const path = prefix.split('/').map(encodeURIComponent).join('/');
  const stats = useFetched<SnakeStats>(`/api/snakes${path}${asked}`);
  return (
    <>
      <div class="heading">
        <h1>{prefix}</h1>
        <a href={linkTo({ page: 'games' }, { snake: prefix })}>its games</a>
      </div>
      <FilterBar filters={FILTERS} />
      {stats.state === 'loading' && <Loading />}
      {stats.state === 'failed' && <Failed error={stats.error} onRetry={stats.again} />}
      {stats.state === 'loaded' &&
        (stats.value.versions.length === 0 ? (
          <Empty title="No game of it has ended.">Games count when they are over.</Empty>
        ) : (
          <Contents stats={stats.value} />
        ))}
    </>
  );
}

function Contents({ stats }: { stats: SnakeStats }) {
  const { versions, moreVersions, budget } = stats;
  const [newest] = versions;
  const sums = addUp(versions);
  return (
    <>
      <StatTiles label="All versions together">
        <StatTile name="Games" note={`${formatCounts(sums)} won, drawn, lost`}>
          {formatThousands(sums.games)}
        </StatTile>
        <StatTile name="Score of the newest" note="1 is first, 0 is last">
          {formatMeanScore(newest!.score)}
        </StatTile>
        <StatTile
          name="Time used"
          note={budget === undefined ? '99 % of its answers' : `99 %, of ${formatDuration(budget)}`}
        >
          {newest!.times.p99 === undefined ? '–' : formatDuration(newest!.times.p99)}
        </StatTile>
        <StatTile
          name="Late or failed"
          tone={sums.fallbacks > 0 ? 'warning' : undefined}
          note={`of ${formatMany(sums.answers, 'answer')}; ${formatThousands(sums.lost)} not used`}
        >
          {formatShare(sums.fallbacks / Math.max(1, sums.answers))}
        </StatTile>
      </StatTiles>
      <Courses versions={versions} />
      <Versions versions={versions} more={moreVersions} />
      <div class="two">
        <section class="stack">
          <h2>Causes of death</h2>
          <Causes causes={sums.causes} />
        </section>
        <section class="stack">
          <h2>Time used by the newest version</h2>
          <TimeColumns times={newest!.times} budget={budget} />
        </section>
      </div>
      <Ratings ratings={stats.ratings} />
      <Opponents stats={stats} />
    </>
  );
}

function Courses({ versions }: { versions: readonly VersionView[] }) {
  const data = useMemo(() => versionCurves(versions), [versions]);
  const labels = labelVersions(versions);
  if (data.curves.length === 0) return null;
  const steps = versions.flatMap(({ course }, index) => course.map((step) => ({ ...step, version: labels[index]! })));
  const shown = data.curves.length < MAX_CURVES ? '' : ` The ${MAX_CURVES} versions that played last are drawn.`;
  return (
    <section class="stack card">
      <h2>Score over time</h2>
      <p class="soft">Each point is the mean of consecutive games, with its 95 % interval.{shown}</p>
      <Plot label={describeCourses(versions, labels)} data={data}>
        <DataTable
          caption="Score over time"
          columns={STEP_COLUMNS}
          rows={steps}
          keyOf={({ version, from }) => `${version} ${from}`}
        />
      </Plot>
    </section>
  );
}

type Step = VersionView['course'][number] & { readonly version: string };

const STEP_COLUMNS: readonly Column<Step>[] = [
  { header: 'From', cell: ({ from }) => formatMoment(from).slice(0, 16) },
  { header: 'To', isMinor: true, cell: ({ to }) => formatMoment(to).slice(0, 16) },
  { header: 'Version', cell: ({ version }) => version },
  { header: 'Games', isNumber: true, cell: ({ games }) => games },
  { header: 'Won', isNumber: true, isMinor: true, cell: ({ wins }) => wins },
  { header: 'Score', isNumber: true, cell: ({ score }) => score.toFixed(3) },
  { header: '95 % interval', isNumber: true, cell: ({ low, high }) => `${low.toFixed(3)} to ${high.toFixed(3)}` },
];

function describeCourses(versions: readonly VersionView[], labels: readonly string[]): string {
  const sentences = versions.flatMap(({ course }, index) => {
    const [first, last] = [course[0], course.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = course.length === 1 ? '' : `from ${first.score.toFixed(2)} `;
    return [`Version ${labels[index]!}: ${from}to ${last.score.toFixed(2)}.`];
  });
  return `Mean score over time. ${sentences.slice(0, MAX_CURVES).join(' ')}`;
}

function Versions({ versions, more }: { versions: readonly VersionView[]; more: number }) {
  const labels = labelVersions(versions);
  const rows = versions.map((version, index) => ({ ...version, label: labels[index]! }));
  return (
    <section class="stack">
      <h2>Versions</h2>
      <DataTable
        caption="Versions"
        columns={VERSION_COLUMNS}
        rows={rows}
        keyOf={({ label, hash }) => `${hash} ${label}`}
      />
      {more > 0 && <p class="soft">{formatMany(more, 'earlier version')} not shown.</p>}
    </section>
  );
}

const VERSION_COLUMNS: readonly Column<VersionView & { readonly label: string }>[] = [
  { header: 'Version', cell: ({ label }) => label },
  { header: 'Code', isMinor: true, cell: ({ hash }) => <span class="mono">{hash.slice(0, 7)}</span> },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Won / drawn / lost', isNumber: true, isMinor: true, cell: formatCounts },
  { header: 'Won', cell: ({ winRate }) => <ShareCell share={winRate} /> },
  { header: 'Score', isNumber: true, cell: ({ score }) => formatMeanScore(score) },
  {
    header: 'Turns',
    isNumber: true,
    isMinor: true,
    title: 'Mean length of a game',
    cell: ({ length }) => length.toFixed(0),
  },
  {
    header: 'Time',
    title: 'Half of the answers, and 99 %, took at most this',
    isNumber: true,
    isMinor: true,
    cell: ({ times }) => formatSpread(times),
  },
  {
    header: 'Late or failed',
    isNumber: true,
    isMinor: true,
    cell: ({ late, failed, illegal }) => formatThousands(late + failed + illegal),
  },
  { header: 'Last game', isMinor: true, cell: ({ to }) => (to === undefined ? '–' : <TimeAgo at={to} />) },
];

function Ratings({ ratings }: { ratings: readonly RatingLine[] }) {
  if (ratings.length === 0) return null;
  return (
    <section class="stack">
      <h2>Ratings on the platform</h2>
      <DataTable
        caption="Ratings on the platform"
        columns={RATING_COLUMNS}
        rows={ratings.toReversed()}
        keyOf={({ leaderboard, from }) => `${leaderboard} ${from}`}
      />
    </section>
  );
}

const RATING_COLUMNS: readonly Column<RatingLine>[] = [
  { header: 'Leaderboard', cell: ({ leaderboard }) => leaderboard },
  { header: 'Version', cell: ({ version }) => version || <span class="soft">not named</span> },
  { header: 'Rating', isNumber: true, cell: ({ score }) => score.toFixed(1) },
  {
    header: 'Change',
    title: 'Since the version before it',
    isNumber: true,
    cell: ({ score, before }) => (before === undefined ? '–' : formatSigned(score - before, 1)),
  },
  { header: 'Rank', isNumber: true, cell: ({ rank }) => rank ?? '–' },
  { header: 'Games', isNumber: true, isMinor: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Asked', isMinor: true, cell: ({ to }) => <TimeAgo at={to} /> },
];

function Causes({ causes }: { causes: Readonly<Record<string, number>> }) {
  const counts = Object.entries(causes).sort(([, a], [, b]) => b - a);
  if (counts.every(([, count]) => count === 0)) return <p class="soft">It never died of a known cause.</p>;
  return <BarList caption="Causes of death" counts={counts.map(([cause, count]) => [describeCause(cause), count])} />;
}

function Opponents({ stats: { snake, opponents, moreOpponents } }: { stats: SnakeStats }) {
  if (opponents.length === 0) return null;
  return (
    <section class="stack">
      <h2>Opponents</h2>
      <DataTable
        caption="Opponents"
        columns={OPPONENT_COLUMNS}
        rows={opponents}
        keyOf={({ opponent }) => opponent}
        hrefOf={({ opponent }) => linkTo({ page: 'games' }, { snake, opponent })}
      />
      {moreOpponents > 0 && (
        <p class="soft">{formatMany(moreOpponents, 'other opponent')}, met less often, not shown.</p>
      )}
    </section>
  );
}

const OPPONENT_COLUMNS: readonly Column<OpponentLine>[] = [
  { header: 'Against', cell: ({ opponent }) => opponent || <span class="soft">without a name</span> },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Won / drawn / lost', isNumber: true, isMinor: true, cell: formatCounts },
  {
    header: 'Won',
    title: 'Games in which the snake was first, whoever was second, with the 95 % interval',
    cell: ({ winRate }) => <ShareCell share={winRate} />,
  },
  { header: 'Score', isNumber: true, cell: ({ score }) => formatMeanScore(score) },
];
