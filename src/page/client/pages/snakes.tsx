/** The page *Snakes*: those that are mounted and those with games, a line each. */
import type { SnakeView } from '../../api/plots.js';
import { formatThousands } from '../format/numbers.js';
import { Badge, TimeAgo } from '../kit/figures.js';
import { SnakeName, Swatch } from '../kit/snake-name.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { useFetched } from '../shell/fetch-json.js';
import { formatMeanScore, ShareCell } from '../studies/shares.js';
import { linkTo } from '../shell/page-info.js';

export function SnakesPage() {
  const snakes = useFetched<readonly SnakeView[]>('/api/snakes');
  return (
    <>
      <h1>Snakes</h1>
      {snakes.state === 'loading' && <Loading />}
      {snakes.state === 'failed' && <Failed error={snakes.error} onRetry={snakes.again} />}
      {snakes.state === 'loaded' && snakes.value.length === 0 && <Empty title="There is no snake yet." />}
      {snakes.state === 'loaded' && snakes.value.length > 0 && (
        <section class="stack">
          <DataTable
            caption="Snakes"
            columns={COLUMNS}
            rows={snakes.value}
            keyOf={({ prefix }) => prefix}
            hrefOf={({ prefix }) => linkTo({ page: 'snake', prefix })}
            isStale={snakes.isStale}
          />
        </section>
      )}
    </>
  );
}

const COLUMNS: readonly Column<SnakeView>[] = [
  {
    header: 'Snake',
    cell: ({ prefix, name, color }) => (
      <span class="named">
        <Swatch color={color} />
        <SnakeName prefix={prefix} name={name} />
      </span>
    ),
  },
  {
    header: 'Strategy',
    isMinor: true,
    cell: ({ strategy, isMounted }) => (isMounted ? strategy : <Badge>not mounted</Badge>),
  },
  { header: 'Live', title: 'Live games', isNumber: true, isMinor: true, cell: ({ live }) => live },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  {
    header: 'Won',
    title: 'Share of games won, with its 95 % interval',
    cell: ({ winRate }) => <ShareCell share={winRate} />,
  },
  {
    header: 'Score',
    title: '1 for the first place, 0 for the last, even steps between',
    isNumber: true,
    cell: ({ score }) => formatMeanScore(score),
  },
  { header: 'Versions', isNumber: true, isMinor: true, cell: ({ versions }) => versions },
  {
    header: 'Late or failed',
    isNumber: true,
    isMinor: true,
    cell: ({ fallbacks }) => formatThousands(fallbacks),
  },
  {
    header: 'Last game',
    isMinor: true,
    cell: ({ last }) => (last === undefined ? <span class="soft">–</span> : <TimeAgo at={last} />),
  },
];
