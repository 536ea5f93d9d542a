/** The page *Snakes*: each mounted snake, and each with games. */
import type { SnakeView } from '../../../views/plots.js';
import { formatThousands } from '../../../views/numbers.js';
import { FALLBACKS } from '../../../views/words.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Badge, TimeAgo } from '../kit/figures.js';
import { ColoredName } from '../kit/snake-name.js';
import { Empty, Loaded } from '../kit/states.js';
import { useFetched } from '../shell/fetch-json.js';
import { linkTo } from '../shell/page-info.js';
import { formatMeanScore, SCORE, ShareCell, WON } from '../studies/shares.js';

export function SnakesPage() {
  const snakes = useFetched<readonly SnakeView[]>('/api/snakes');
  return (
    <>
      <h1>Snakes</h1>
      <Loaded fetched={snakes}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No snakes yet.">Mount one in the configuration.</Empty>
          ) : (
            <DataTable
              caption="Snakes"
              columns={COLUMNS}
              rows={rows}
              keyOf={({ prefix }) => prefix}
              hrefOf={({ prefix }) => linkTo({ page: 'snake', prefix })}
            />
          )
        }
      </Loaded>
    </>
  );
}

const COLUMNS: readonly Column<SnakeView>[] = [
  { header: 'Snake', cell: (snake) => <ColoredName {...snake} /> },
  {
    header: 'Strategy',
    isMinor: true,
    cell: ({ strategy, isMounted }) => (isMounted ? strategy : <Badge>not mounted</Badge>),
  },
  { header: 'Live', title: 'Live games', isNumber: true, isMinor: true, cell: ({ live }) => live },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  {
    header: 'Won',
    title: WON,
    cell: ({ winRate }) => <ShareCell share={winRate} />,
  },
  {
    header: 'Score',
    title: SCORE,
    isNumber: true,
    cell: ({ score }) => formatMeanScore(score),
  },
  {
    header: 'Versions',
    title: 'Different code or options that played',
    isNumber: true,
    isMinor: true,
    cell: ({ versions }) => versions,
  },
  {
    header: 'Fallbacks',
    title: FALLBACKS,
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
