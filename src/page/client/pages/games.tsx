/** The page *Games*: a list of kept games with filters in the URL, newest first, page by page. */
import { useMemo } from 'preact/hooks';
import type { FilterNames, GameView, GameListView as Page } from '../../api/game.js';
import { describeCause, describeDeath } from '../../../rules/describe-death.js';
import { formatMany, formatThousands } from '../format/numbers.js';
import { describeResult } from '../format/words.js';
import { Badge, TimeAgo } from '../kit/figures.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { FilterBar, type Filter } from '../kit/filters.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { useLiveTurns } from '../live/use-live-feed.js';
import { formatQuery } from '../shell/routes.js';
import { useLocation } from '../shell/location.js';
import { PAGE_INFO, linkTo } from '../shell/page-info.js';
import { useFetched } from '../shell/fetch-json.js';

/** The names of the query's parameters, as `/api/games` knows them. */
const NAMES = ['snake', 'result', 'opponent', 'cause', 'ruleset', 'map', 'version', 'experiment', 'since', 'until'];

export function GamesPage() {
  const { query } = useLocation();
  // Only the operator is told all names; everybody else writes what to look for.
  const names = useFetched<FilterNames>(PAGE_INFO.page === 'admin' ? '/api/names' : undefined);
  const asked = Object.fromEntries([...NAMES, 'after'].map((name) => [name, query.get(name) ?? undefined]));
  const page = useFetched<Page>(`/api/games${formatQuery({ ...asked, whole: 'true' })}`);
  return (
    <>
      <div class="heading">
        <h1>Games</h1>
        <span class="soft">newest first</span>
      </div>
      <Filters names={names.state === 'loaded' ? names.value : undefined} asked={asked} />
      {page.state === 'loading' && <Loading />}
      {page.state === 'failed' && <Failed error={page.error} onRetry={page.again} />}
      {page.state === 'loaded' && <List page={page.value} isStale={page.isStale} asked={asked} />}
    </>
  );
}

type Asked = Readonly<Record<string, string | undefined>>;

function List({ page: { games, next }, isStale, asked }: { page: Page; isStale: boolean; asked: Asked }) {
  const isFirst = asked['after'] === undefined;
  const seats = useMemo(() => joinSeats(games), [games]);
  const liveTurns = useLiveTurns(games.some(({ endedAt }) => endedAt === undefined));
  if (games.length === 0) {
    const isFiltered = Object.values(asked).some((value) => value !== undefined);
    return (
      <Empty title={isFiltered ? 'No game matches.' : 'No game is kept yet.'}>
        {isFiltered ? 'Clear a filter to see more.' : 'Games appear here as soon as they begin.'}
      </Empty>
    );
  }
  return (
    <>
      <section class="stack">
        <DataTable
          caption="Games"
          columns={columnsOf(seats, liveTurns)}
          rows={[...seats.values()].flat()}
          keyOf={({ id }) => id}
          groupOf={({ game }) => game}
          hrefOf={({ id }) => linkTo({ page: 'game', id })}
          isStale={isStale}
          isStacked
        />
      </section>
      <nav class="pager" aria-label="Pages of the list">
        {!isFirst && <a href={linkTo({ page: 'games' }, { ...asked, after: undefined })}>Newest</a>}
        {next !== undefined && <a href={linkTo({ page: 'games' }, { ...asked, after: next })}>Older games</a>}
        <span class="soft">
          {`${formatMany(games.length, 'seat')} in ${formatMany(seats.size, 'game')} shown`}
          {next === undefined && isFirst ? ', these are all' : ''}
        </span>
      </nav>
    </>
  );
}

/** The seats of each game by its id, in the order in which the games have begun. */
function joinSeats(games: readonly GameView[]): Map<string, GameView[]> {
  const seats = new Map<string, GameView[]>();
  for (const seat of games) seats.set(seat.game, [...(seats.get(seat.game) ?? []), seat]);
  return seats;
}

/** The names of those in a game whose seats are not listed: each that is listed has them as opponents. */
function othersOf([first, ...seats]: readonly GameView[]): string[] {
  if (first === undefined) return [];
  const shared = first.opponents.filter((name) => seats.every(({ opponents }) => opponents.includes(name)));
  return shared.slice(0, first.opponents.length - seats.length);
}

/** `liveTurns`: how far games under way are, by id; what the journal says of them may be a moment old. */
function columnsOf(
  seats: ReadonlyMap<string, readonly GameView[]>,
  liveTurns: ReadonlyMap<string, number>,
): readonly Column<GameView>[] {
  return [
    {
      header: 'Game',
      isShared: true,
      cell: ({ startedAt, ruleset, map, width, height }) => (
        <>
          <TimeAgo at={startedAt} />
          <span class="soft setting">
            {`${ruleset} ${width}×${height}${map === '' || map === 'standard' ? '' : `, ${map}`}`}
          </span>
        </>
      ),
    },
    {
      header: 'Turns',
      isNumber: true,
      isShared: true,
      cell: ({ id, turns, endedAt }) => (endedAt === undefined ? (liveTurns.get(id) ?? (turns || '–')) : turns),
    },
    {
      header: 'Against',
      isShared: true,
      cell: ({ game, snakes }) =>
        snakes > 1 ? othersOf(seats.get(game) ?? []).join(', ') : <span class="soft">nobody</span>,
    },
    ...SEAT_COLUMNS,
  ];
}

const SEAT_COLUMNS: readonly Column<GameView>[] = [
  {
    header: 'Snake',
    cell: ({ snake, experiment, variant }) => (
      <>
        <span class="prefix" title={snake}>
          {snake}
        </span>
        {experiment && <span class="soft">{` ${experiment}: ${variant ?? ''}`}</span>}
      </>
    ),
  },
  { header: 'Result', cell: (game) => <Result game={game} /> },
  {
    header: 'Lost turns',
    title: 'Turns on which the engine did not use the answer',
    isNumber: true,
    isMinor: true,
    cell: ({ lost }) => countOf(lost),
  },
  {
    header: 'Fallbacks',
    title: 'Turns that the host answered, because the strategy was late or failed',
    isNumber: true,
    isMinor: true,
    cell: ({ late, failed, illegal }) => countOf(late + failed + illegal),
  },
];

function countOf(count: number) {
  return count === 0 ? <span class="soft">–</span> : formatThousands(count);
}

function Result({ game: { result, died, cause, killer } }: { game: GameView }) {
  const { word, tone } = describeResult(result);
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {died !== undefined && <span class="soft">{` ${describeDeath({ cause, turn: died }, killer)}`}</span>}
    </>
  );
}

const RESULTS = ['win', 'draw', 'loss', 'abandoned', 'solo', 'unknown'].map((value) => {
  return { value, title: describeResult(value as GameView['result']).word };
});
const SINCE = [
  { value: '1h', title: 'last hour' },
  { value: '24h', title: 'last day' },
  { value: '7d', title: 'last week' },
  { value: '30d', title: 'last month' },
];

/** The rarer ones are folded up, unless one of them is set. Without names the filters are text fields. */
function Filters({ names, asked }: { names: FilterNames | undefined; asked: Asked }) {
  const [common, rare] = filtersOf(names);
  return (
    <div class="stack">
      <FilterBar filters={common} drops={['after']} />
      <details open={rare.some(({ name }) => asked[name] !== undefined)}>
        <summary>More filters</summary>
        <FilterBar filters={rare} drops={['after']} />
      </details>
    </div>
  );
}

function toCauseChoice(value: string) {
  return { value, title: describeCause(value) };
}

function filtersOf(names: FilterNames | undefined): [common: Filter[], rare: Filter[]] {
  const common: Filter[] = [
    { name: 'snake', label: 'Snake', choices: names?.snakes },
    { name: 'result', label: 'Result', choices: RESULTS },
    { name: 'opponent', label: 'Opponent', choices: shortOnly(names?.opponents) },
    { name: 'cause', label: 'Death', choices: names?.causes.map(toCauseChoice) },
    { name: 'since', label: 'Began', choices: SINCE },
  ];
  const rare: Filter[] = [
    { name: 'ruleset', label: 'Ruleset', choices: names?.rulesets },
    { name: 'map', label: 'Map', choices: names?.maps },
    { name: 'version', label: 'Version', choices: names?.versions },
    { name: 'experiment', label: 'Experiment', choices: names?.experiments },
    { name: 'until', label: 'Before', placeholder: '2026-03-01' },
  ];
  return [common, rare];
}

/** A list of hundreds is no choice: then the name is typed. */
function shortOnly(names: readonly string[] | undefined): readonly string[] | undefined {
  return names !== undefined && names.length <= 60 ? names : undefined;
}
