/** The page *Games*: kept games, one line each, newest first, with filters in the URL; older ones come by scrolling. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FilterNames, GameListView, GameView, GlimpsesView } from '../../../views/game.js';
import { describeCause, describeDeath } from '../../../rules/describe-death.js';
import { BoardPicture } from '../board/board-picture.js';
import { toDrawing } from '../board/to-drawing.js';
import { Analyse } from '../game/analysis.js';
import { formatMany, formatThousands } from '../../../views/numbers.js';
import {
  countNewer,
  joinPages,
  joinSeats,
  takeLive,
  type KnownGames,
  type ListedGame,
  type ListedSnake,
} from '../games/listed-games.js';
import { formatSpread } from '../../../views/times.js';
import { FALLBACKS, LOST_TURNS, SPREAD, wordForResult } from '../../../views/words.js';
import { Badge, PlaceBadge, TimeAgo } from '../kit/figures.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { FilterBar, SINCE, type Filter } from '../kit/filters.js';
import { SilentBadge } from '../now/game-cards.js';
import { NoGame } from '../now/looped-game.js';
import { SnakeName, Swatch, useMountedNames } from '../kit/snake-name.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { useLiveFeed } from '../live/use-live-feed.js';
import { memo } from '../shell/memo.js';
import { formatQuery } from '../shell/routes.js';
import { changeQuery, historyEntry, useLocation } from '../shell/location.js';
import { linkTo } from '../shell/page-info.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';

export function GamesPage() {
  const { query } = useLocation();
  const names = useFetched<FilterNames>('/api/names');
  const asked = Object.fromEntries(filtersOf().map(({ name }) => [name, query.get(name) ?? undefined]));
  const order = query.get('order') ?? undefined;
  const filter = formatQuery(asked);
  return (
    <>
      <div class="row">
        <h1>Games</h1>
        <a href={linkTo({ page: 'puzzles' })}>Puzzles from lost games</a>
      </div>
      <LostGames />
      <Filters names={names.state === 'loaded' ? names.value : undefined} asked={asked} />
      <List key={formatQuery({ ...asked, order })} asked={{ ...asked, order }} isFiltered={filter !== ''} />
    </>
  );
}

/** The newest lost games that were never analysed. */
function LostGames() {
  const lost = useFetched<GameListView>('/api/games?result=loss&analysed=false&limit=20');
  if (lost.state !== 'loaded' || lost.value.games.length === 0) return null;
  const { games, next } = lost.value;
  const words = `${next === undefined ? '' : 'the newest of many: '}${formatMany(games.length, 'lost game')} not analysed`;
  return <Analyse ids={games.map(({ id }) => id)} label="Analyse all" words={words} onDone={lost.again} />;
}

type Asked = Readonly<Record<string, string | undefined>>;

/**
 * The games of a query so far, as of the live games, and what loads the next page of them or begins again. Back
 * shows the rows that the list was left with, and reads the first page of them again.
 */
function useGames(asked: Asked) {
  const [entry] = useState(historyEntry);
  const [known, setKnown] = useState(() => entry.get(formatQuery(asked)) as KnownGames | undefined);
  const { feed } = useLiveFeed();
  const [error, setError] = useState<Error>();
  /** Live games that were offered: a filter or another order may leave them out of the page. */
  const [offered, setOffered] = useState<readonly string[]>([]);
  const loading = useRef<AbortController>();
  const load = (before?: KnownGames, isAgain = false): void => {
    if (loading.current !== undefined) return;
    const { signal } = (loading.current = new AbortController());
    setError(undefined);
    const fetchPage = async () => {
      const after = isAgain ? undefined : before?.next;
      const path = `/api/games${formatQuery({ ...asked, after, whole: 'true' })}`;
      const { games, ...rest } = await fetchJson<GameListView>(path, { signal });
      const ids = games.map(({ id }) => id).join(',');
      const glimpses = ids === '' ? {} : await fetchJson<GlimpsesView>(`/api/glimpses?ids=${ids}`, { signal });
      setKnown(joinPages(before, { games, glimpses: { ...before?.glimpses, ...glimpses }, ...rest }, after));
    };
    fetchPage()
      .catch((thrown: Error) => signal.aborted || setError(thrown))
      .finally(() => (loading.current = undefined));
  };
  useEffect(() => {
    load(known, true);
    return () => loading.current?.abort();
  }, []);
  useEffect(() => void entry.set(formatQuery(asked), known), [known]);
  useEffect(() => setKnown((list) => list && takeLive(list, feed.games)), [feed]);
  const others = feed.games.filter(({ game }) => !offered.includes(game));
  return {
    known,
    error,
    silent: feed.host?.silent ?? [],
    newer: known === undefined ? 0 : countNewer(known, others),
    loadNext: () => load(known),
    reload: () => {
      if (formatQuery(asked) !== '') setOffered(feed.games.map(({ game }) => game));
      load();
    },
  };
}

function List({ asked, isFiltered }: { asked: Asked; isFiltered: boolean }) {
  const { known, error, silent, newer, loadNext, reload } = useGames(asked);
  const mounted = useMountedNames();
  const games = useMemo(() => known && joinSeats(known.games, known.glimpses), [known]);
  if (games === undefined || known === undefined) {
    return error === undefined ? <Loading /> : <Failed error={error} onRetry={loadNext} />;
  }
  const begun = newer > 0 && (
    <button type="button" onClick={reload}>
      {formatMany(newer, 'new game')} – {isFiltered ? 'search again' : 'show'}
    </button>
  );
  if (games.length === 0) {
    return (
      <>
        {begun}
        {isFiltered ? (
          <Empty title="No game matches.">Clear a filter to see more.</Empty>
        ) : (
          <NoGame title="No games yet." />
        )}
      </>
    );
  }
  const colorOf = ({ color, seat }: ListedSnake) => color ?? (seat && mounted.get(seat.snake)?.color);
  return (
    <>
      {begun}
      <DataTable
        caption="Games"
        class="games"
        columns={columnsOf(known.glimpses, silent, colorOf)}
        rows={games}
        keyOf={({ seats }) => seats[0].game}
        hrefOf={({ seats }) => linkTo({ page: 'game', id: seats[0].id })}
        order={{ by: asked.order, choose: (order) => changeQuery({ order }) }}
      />
      <nav class="pager" aria-label="More games">
        {error && <Failed error={error} onRetry={loadNext} />}
        {known.next !== undefined && !error && <Older key={known.next} onReach={loadNext} />}
        <span class="soft">
          {`${formatMany(games.length, 'game')}, ${formatMany(known.games.length, 'seat')}`}
          {known.next === undefined ? ': these are all' : ''}
        </span>
      </nav>
    </>
  );
}

/** Loads older games when scrolled into view; also a button, for the keyboard. */
function Older({ onReach }: { onReach: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), { rootMargin: '300px' });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <button type="button" ref={button} onClick={onReach}>
      Older games
    </button>
  );
}

const Picture = memo(function Picture({
  board,
  turn,
}: {
  board: NonNullable<GlimpsesView[string]['board']>;
  turn: number;
}) {
  const drawing = useMemo(() => toDrawing(board, turn, { detail: 'small' }), [board]);
  return <BoardPicture drawing={drawing} />;
});

/** `silent`: ids of unfinished games without a request for a minute. */
function columnsOf(
  glimpses: GlimpsesView,
  silent: readonly string[],
  colorOf: (player: ListedSnake) => string | undefined,
): readonly Column<ListedGame>[] {
  const glimpse = ({ seats }: ListedGame) => glimpses[seats[0].id];
  return [
    {
      header: 'Board',
      cell: (game) => {
        const board = glimpse(game)?.board;
        return board && <Picture board={board} turn={game.seats[0].turns} />;
      },
    },
    {
      header: 'Snakes',
      hasLinks: true,
      cell: ({ players }) => (
        <span class="players">
          {players.map((player, index) => (
            <Named key={index} player={player} color={colorOf(player)} />
          ))}
        </span>
      ),
    },
    {
      header: 'Result',
      title: 'Of the best of our snakes',
      sortBy: 'result',
      cell: ({ seats: [seat] }) => {
        if (seat.result === undefined && silent.includes(seat.id)) return <SilentBadge />;
        const { died, cause, killer } = seat;
        return (
          <PlaceBadge of={seat} title={died === undefined ? undefined : describeDeath({ cause, turn: died }, killer)} />
        );
      },
    },
    { header: 'Turns', isNumber: true, sortBy: 'turns', cell: ({ seats }) => formatThousands(seats[0].turns) },
    {
      header: 'Our time',
      title: SPREAD,
      isNumber: true,
      isMinor: true,
      cell: (game) => formatSpread(glimpse(game)?.times ?? {}),
    },
    {
      header: 'Lost turns',
      title: LOST_TURNS,
      isNumber: true,
      isMinor: true,
      sortBy: 'lost',
      cell: toCount(({ lost }) => lost),
    },
    {
      header: 'Fallbacks',
      title: FALLBACKS,
      isNumber: true,
      isMinor: true,
      sortBy: 'fallbacks',
      cell: toCount(({ late, failed, illegal }) => late + failed + illegal),
    },
    {
      header: 'Game',
      isMinor: true,
      cell: ({ seats: [{ ruleset, width, height, map, source }] }) => (
        <span class="soft">
          {[ruleset !== 'standard' && ruleset, `${width}×${height}`, !['', 'standard', ruleset].includes(map) && map]
            .filter(Boolean)
            .join(' ')}{' '}
          {source === 'local' && <Badge title="Started from this page">local</Badge>}
        </span>
      ),
    },
    {
      header: 'Began',
      isMinor: true,
      title: 'Newest first, or the oldest',
      sortBy: 'oldest',
      cell: ({ seats: [{ startedAt }] }) => <TimeAgo at={startedAt} />,
    },
  ];
}

/** The cells of counts over all of our seats. */
function toCount(countOf: (seat: GameView) => number): Column<ListedGame>['cell'] {
  return ({ seats }) => {
    const sum = seats.reduce((all, seat) => all + countOf(seat), 0);
    return sum === 0 ? <span class="soft">–</span> : formatThousands(sum);
  };
}

function Named({ player: { name, seat }, color }: { player: ListedSnake; color: string | undefined }) {
  return (
    <span class="named">
      <Swatch color={color} />
      {seat === undefined ? (
        <bdi class="soft">{name || 'unnamed'}</bdi>
      ) : (
        <a href={linkTo({ page: 'game', id: seat.id })}>
          <SnakeName prefix={name} />
          {seat.variant && <span class="soft">{` ${seat.variant}`}</span>}
        </a>
      )}
    </span>
  );
}

const RESULTS = (['win', 'draw', 'loss', 'abandoned', 'solo', 'unknown'] as const).map((value) => ({
  value,
  title: wordForResult(value),
}));
/** Above this, the name is typed instead of chosen. */
const MAX_CHOICES = 60;

/** Rare filters are collapsed unless one of them is set. */
function Filters({ names, asked }: { names: FilterNames | undefined; asked: Asked }) {
  const filters = filtersOf(names);
  const rare = filters.splice(5);
  return (
    <div class="stack">
      <FilterBar filters={filters} />
      <details open={rare.some(({ name }) => asked[name] !== undefined)}>
        <summary>More filters</summary>
        <FilterBar filters={rare} />
      </details>
    </div>
  );
}

/** As `/api/games` knows them; without names they are text fields. */
function filtersOf(names?: FilterNames): Filter[] {
  const opponents = names && names.opponents.length <= MAX_CHOICES ? names.opponents : undefined;
  return [
    { name: 'snake', label: 'Snake', choices: names?.snakes },
    { name: 'result', label: 'Result', choices: RESULTS },
    { name: 'opponent', label: 'Opponent', choices: opponents },
    { name: 'cause', label: 'Death', choices: names?.causes.map((value) => ({ value, title: describeCause(value) })) },
    SINCE,
    { name: 'ruleset', label: 'Ruleset', choices: names?.rulesets },
    { name: 'map', label: 'Map', choices: names?.maps },
    { name: 'version', label: 'Version', choices: names?.versions },
    { name: 'experiment', label: 'Experiment', choices: names?.experiments },
    { name: 'until', label: 'Before', placeholder: '2026-03-01' },
  ];
}
