/** The page of one snake: its versions, their scores over time, causes of death, times, and its opponents. */
import { useMemo } from 'preact/hooks';
import { describeCause } from '../../../rules/describe-death.js';
import { formatSigned, formatMany, formatShare, formatThousands } from '../../../views/numbers.js';
import type { OpponentLine, RatingLine, SnakeStats, VersionView } from '../../../views/plots.js';
import { formatDuration, formatMoment, formatSpread } from '../../../views/times.js';
import { FALLBACKS, SPREAD } from '../../../views/words.js';
import { DataTable, TableSection, type Column } from '../kit/data-table.js';
import { Tiles, TimeAgo } from '../kit/figures.js';
import { FilterBar, SINCE, type Filter } from '../kit/filters.js';
import { SnakeName } from '../kit/snake-name.js';
import { Empty, Loaded } from '../kit/states.js';
import { BarList } from '../plots/bars.js';
import { Chart } from '../plots/chart.js';
import { TimeColumns } from '../plots/time-columns.js';
import { useFetched } from '../shell/fetch-json.js';
import { useLocation } from '../shell/location.js';
import { linkTo } from '../shell/page-info.js';
import { encodePrefix, formatQuery } from '../shell/routes.js';
import { formatCounts, formatMeanScore, MIN_POINTS, SCORE, ShareCell, WON } from '../studies/shares.js';
import { addUp, labelVersions, MAX_CURVES, PRECISION, precisionOf, versionChart } from '../studies/versions.js';

const FILTERS: readonly Filter[] = [
  SINCE,
  { name: 'ruleset', label: 'Ruleset', choices: ['standard', 'royale', 'constrictor', 'wrapped', 'squad', 'solo'] },
  { name: 'opponent', label: 'Opponent' },
];

export function SnakePage({ prefix }: { prefix: string }) {
  const { query } = useLocation();
  const asked = formatQuery(Object.fromEntries(FILTERS.map(({ name }) => [name, query.get(name) ?? undefined])));
  const stats = useFetched<SnakeStats>(`/api/snakes${encodePrefix(prefix)}${asked}`);
  return (
    <>
      <div class="heading">
        <h1>
          <SnakeName prefix={prefix} />
        </h1>
        <a href={linkTo({ page: 'games' }, { snake: prefix })}>All its games</a>
      </div>
      <FilterBar filters={FILTERS} />
      <Loaded fetched={stats}>
        {(value) =>
          value.versions.length === 0 ? (
            <Empty title="No finished games yet.">Games count when they are over.</Empty>
          ) : (
            <Contents stats={value} />
          )
        }
      </Loaded>
    </>
  );
}

/** Opponents of one game are in the list only among so many first. */
const MAX_RARE = 12;

function Contents({ stats }: { stats: SnakeStats }) {
  const { snake, versions, moreVersions, ratings, budget } = stats;
  const opponents = stats.opponents.filter(({ games }, index) => games > 1 || index < MAX_RARE);
  const moreOpponents = stats.moreOpponents + stats.opponents.length - opponents.length;
  const labels = labelVersions(versions);
  const newest = versions[0]!;
  const sums = addUp(versions);
  const tiles = [
    { name: 'Games', figure: formatThousands(sums.games), note: `won / drawn / lost: ${formatCounts(sums)}` },
    {
      name: 'Score, latest version',
      figure: formatMeanScore(newest.score),
      note: '1 is first, 0 is last',
      title: SCORE,
    },
    {
      name: 'p99 time, latest version',
      figure: newest.times.p99 === undefined ? '–' : formatDuration(newest.times.p99),
      note: budget !== undefined && `of a budget of ${formatDuration(budget)}`,
      title: '99\u00a0% of the answers took at most this',
    },
    {
      name: 'Fallbacks',
      figure: formatShare(sums.fallbacks / Math.max(1, sums.answers)),
      note: `of ${formatMany(sums.answers, 'answer')}; ${formatMany(sums.lost, 'lost turn')}`,
      title: FALLBACKS,
      tone: sums.fallbacks > 0 ? ('warning' as const) : undefined,
    },
  ];
  return (
    <>
      <Tiles label="All versions together" tiles={tiles} />
      <Courses versions={versions} labels={labels} />
      <TableSection
        caption="Versions"
        columns={VERSION_COLUMNS}
        rows={versions.map((version, index) => ({ ...version, label: labels[index]! }))}
        keyOf={({ label, hash }) => `${hash} ${label}`}
      >
        {moreVersions > 0 && <p class="soft">{formatMany(moreVersions, 'earlier version')} not shown.</p>}
      </TableSection>
      <div class="two">
        <section class="stack card">
          <h2>Causes of death</h2>
          <Causes causes={sums.causes} />
        </section>
        <section class="stack card">
          <h2>Time used by the latest version</h2>
          <TimeColumns times={newest.times} budget={budget} />
        </section>
      </div>
      <TableSection
        caption="Ratings on the platform"
        columns={RATING_COLUMNS}
        rows={ratings.toReversed()}
        keyOf={({ leaderboard, from }) => `${leaderboard} ${from}`}
      />
      <TableSection
        caption="Opponents"
        columns={OPPONENT_COLUMNS}
        rows={opponents}
        keyOf={({ opponent }) => opponent}
        hrefOf={({ opponent }) => linkTo({ page: 'games' }, { snake, opponent })}
      >
        {moreOpponents > 0 && <p class="soft">{formatMany(moreOpponents, 'less frequent opponent')} not shown.</p>}
      </TableSection>
    </>
  );
}

function Courses({ versions, labels }: { versions: readonly VersionView[]; labels: readonly string[] }) {
  const data = useMemo(() => versionChart(versions), [versions]);
  const steps = versions.flatMap(({ course }, index) => course.map((step) => ({ ...step, version: labels[index]! })));
  if (steps.length === 0) return null;
  if (steps.length < MIN_POINTS) return <FirstGames version={versions.find(({ course }) => course.length > 0)!} />;
  const shown =
    versions.filter(({ course }) => course.length > 0).length < MAX_CURVES
      ? ''
      : ` The ${MAX_CURVES} versions that played last are drawn.`;
  return (
    <section class="stack card">
      <h2>Score over time</h2>
      <p class="soft">Each point is the mean of consecutive games, with its 95 % interval.{shown}</p>
      <Chart
        label={`Mean score over time of ${labels.slice(0, MAX_CURVES).join(', ')}. The table below has its points.`}
        data={data}
      >
        <DataTable
          caption="Score over time"
          columns={STEP_COLUMNS}
          rows={steps}
          keyOf={({ version, from }) => `${version} ${from}`}
        />
      </Chart>
    </section>
  );
}

/** Replaces a plot of too few games: the score so far, and how many games are missing. */
function FirstGames({ version }: { version: VersionView }) {
  const { games, half, missing } = precisionOf(version);
  return (
    <section class="stack card">
      <h2>Score over time</h2>
      <p>
        {`Score ${formatMeanScore(version.score)} ±\u00a0${half.toFixed(2)} after ${formatMany(games, 'game')}. `}
        {missing > 0 && `About ${formatMany(missing, 'more game')} narrow it to ±\u00a0${PRECISION}.`}
      </p>
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

const VERSION_COLUMNS: readonly Column<VersionView & { readonly label: string }>[] = [
  { header: 'Version', cell: ({ label, hash }) => <span title={`code ${hash}`}>{label}</span> },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Won / drawn / lost', isNumber: true, isMinor: true, cell: formatCounts },
  { header: 'Win rate', title: WON, cell: ({ winRate }) => <ShareCell share={winRate} /> },
  { header: 'Score', title: SCORE, isNumber: true, cell: ({ score }) => formatMeanScore(score) },
  {
    header: 'Turns',
    isNumber: true,
    isMinor: true,
    title: 'Mean length of a game, in turns',
    cell: ({ length }) => length.toFixed(0),
  },
  {
    header: 'Time',
    title: SPREAD,
    isNumber: true,
    isMinor: true,
    cell: ({ times }) => formatSpread(times),
  },
  {
    header: 'Fallbacks',
    title: FALLBACKS,
    isNumber: true,
    isMinor: true,
    cell: ({ late, failed, illegal }) => formatThousands(late + failed + illegal),
  },
  { header: 'Last game', isMinor: true, cell: ({ to }) => (to === undefined ? '–' : <TimeAgo at={to} />) },
];

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
  { header: 'As of', title: 'When the platform was last asked', isMinor: true, cell: ({ to }) => <TimeAgo at={to} /> },
];

function Causes({ causes }: { causes: Readonly<Record<string, number>> }) {
  const counts = Object.entries(causes).sort(([, a], [, b]) => b - a);
  if (counts.every(([, count]) => count === 0)) return <p class="soft">No deaths with a known cause.</p>;
  return <BarList caption="Causes of death" counts={counts.map(([cause, count]) => [describeCause(cause), count])} />;
}

const OPPONENT_COLUMNS: readonly Column<OpponentLine>[] = [
  { header: 'Against', cell: ({ opponent }) => opponent || <span class="soft">without a name</span> },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  {
    header: 'Ahead of it',
    title: 'Lasted longer, of the games whose ranks show it',
    isNumber: true,
    cell: ({ ahead: { games, known } }) => (known === 0 ? '' : `${games} of ${formatThousands(known)}`),
  },
  { header: 'Score', title: SCORE, isNumber: true, cell: ({ score }) => formatMeanScore(score) },
];
