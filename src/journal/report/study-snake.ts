/** Snakes for the page: a line for each, or one with its opponents and the course, times and deaths of its versions. */
import { sql } from 'kysely';
import {
  BARS_PER_DOUBLING,
  type CoursePoint,
  type SnakeStats,
  type SnakeView,
  type TimeSpread,
  type VersionView,
} from '../../views/plots.js';
import type { GameFilter } from '../../views/game-rows.js';
import { readTurns } from '../store/packed-turns.js';
import { countedGames } from '../store/read-games.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { TIME_SCALE } from '../store/turn-sums.js';
import { sizePercentile, type Histogram } from '../../stats/histogram.js';
import { reportRatings } from '../store/ratings.js';
import { sumUpLines, toReportLine, VERSION_KEYS, type LineSums, type VersionKeys, reportOpponents } from './report.js';
import { wilsonInterval } from '../../stats/normal.js';

const MAX_VERSIONS = 24;
const MAX_OPPONENTS = 100;
/** Number of games whose budgets are read: they rarely differ. */
const BUDGET_GAMES = 3;
/** Most characters of the requests of such a game. */
const MAX_BUDGET_CHARACTERS = 4_000_000;
const BUCKETS_PER_BAR = TIME_SCALE.perDoubling / BARS_PER_DOUBLING;
const SHARES = { p50: 0.5, p99: 0.99, longest: 1 };

/** A snake with all its versions together. */
export interface SnakeSurvey extends Omit<SnakeView, 'prefix' | 'name' | 'strategy' | 'color' | 'isMounted' | 'live'> {
  readonly snake: string;
}

export async function surveySnakes(db: Database, dialect: SqlDialect, filter: GameFilter): Promise<SnakeSurvey[]> {
  const lines = await sumUpLines(db, dialect, filter, ['snake']);
  return lines.map(({ keys: { snake }, sums, answers, versions, last }) => {
    const { moved, late, failed, illegal, lost } = answers;
    const fallbacks = late + failed + illegal;
    const counts = { games: sums.games, versions: versions.size, answers: moved + fallbacks, fallbacks, lost };
    return { snake, ...counts, results: sums.results, ...sums.rates, last };
  });
}

/** Studies a snake in the games of a filter. `undefined` without finished ones. */
export async function studySnake(
  db: Database,
  dialect: SqlDialect,
  { snake, ...rest }: GameFilter & { readonly snake: string },
): Promise<SnakeStats | undefined> {
  const filter = { ...rest, snakes: [snake] };
  const lines = await sumUpLines(db, dialect, filter);
  if (lines.length === 0) return undefined;
  const courses = await readCourses(db, filter);
  const versions = lines
    .map((line) => toStudy(line, courses.get(versionKey(line.keys)) ?? []))
    .sort((a, b) => (b.to ?? 0) - (a.to ?? 0));
  const opponents = await reportOpponents(db, filter);
  const budget = await medianBudget(db, filter);
  return {
    snake,
    versions: versions.slice(0, MAX_VERSIONS),
    moreVersions: Math.max(0, versions.length - MAX_VERSIONS),
    opponents: opponents.slice(0, MAX_OPPONENTS),
    moreOpponents: Math.max(0, opponents.length - MAX_OPPONENTS),
    ratings: await reportRatings(db, filter),
    ...(budget !== undefined && { budget }),
  };
}

function toStudy(line: LineSums, course: readonly CoursePoint[]): VersionView {
  const [first, last] = [course[0], course.at(-1)];
  return {
    ...toReportLine(line),
    ...(first !== undefined && last !== undefined && { from: first.from, to: last.to }),
    course,
    times: toTimeSpread(line.took),
  };
}

async function medianBudget(db: Database, filter: GameFilter): Promise<number | undefined> {
  const games = await countedGames(db, filter)
    .select(['id', 'packed'])
    .orderBy('started_at', 'desc')
    .limit(BUDGET_GAMES)
    .execute();
  const budgets: number[] = [];
  for (const { id, packed } of games) {
    const turns = (await readTurns(db, id, packed, MAX_BUDGET_CHARACTERS)) ?? [];
    budgets.push(...turns.flatMap(({ facts }) => facts.budget ?? []));
  }
  return budgets.sort((a, b) => a - b)[Math.floor(budgets.length / 2)];
}

/** The distribution of times for the plot: the journal's fine buckets, joined to bars. */
function toTimeSpread(timings: Readonly<Histogram>): TimeSpread {
  const counts: number[] = [];
  for (const [bucket, count] of Object.entries(timings)) {
    const bar = Math.floor(Number(bucket) / BUCKETS_PER_BAR);
    while (counts.length <= bar) counts.push(0);
    counts[bar]! += count;
  }
  const bars = counts.map((count, bar) => ({ upTo: endOfBar(bar), count }));
  const known = Object.entries(SHARES).map(([name, share]) => [name, sizePercentile(timings, TIME_SCALE, share)]);
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    ...(bars.length > 0 && Object.fromEntries(known)),
    bars,
  };
}

function endOfBar(bar: number): number {
  return TIME_SCALE.unit * (2 ** (((bar + 1) * BUCKETS_PER_BAR - 0.5) / TIME_SCALE.perDoubling) - 1);
}

export const MAX_COURSE_POINTS = 24;
/** Fewest games of a point if its version has that many: fewer would only show chance. */
export const MIN_POINT_GAMES = 25;

function versionKey(keys: VersionKeys): string {
  return VERSION_KEYS.map((name) => keys[name]).join('\0');
}

/** The course of each version, by {@link versionKey}, over the finished games of a filter. */
async function readCourses(db: Database, filter: GameFilter): Promise<Map<string, CoursePoint[]>> {
  const tiles = new Map<string, Tile[]>();
  for (const row of await readTiles(db, filter)) {
    const key = versionKey(row);
    tiles.set(key, [...(tiles.get(key) ?? []), row]);
  }
  return new Map(Array.from(tiles, ([key, each]) => [key, joinSmall(each).map(toPoint)]));
}

/** Consecutive games of a version, and the sum of their scores. */
type Tile = Pick<CoursePoint, 'from' | 'to' | 'games' | 'wins'> & { readonly sum: number };

/** The games of each version in up to {@link MAX_COURSE_POINTS} tiles of equal size, counted by the database. */
function readTiles(db: Database, filter: GameFilter) {
  const columns = VERSION_KEYS.map((name) => sql.ref(name));
  const tile = sql<number>`ntile(${sql.lit(MAX_COURSE_POINTS)}) over (partition by ${sql.join(columns)} order by started_at, id)`;
  const inner = countedGames(db, filter)
    .where('place', 'is not', null)
    .where('snakes', '>', 1)
    .select([...VERSION_KEYS, 'started_at', tile.as('tile')])
    .select(sql<number>`case when result = 'win' then 1 else 0 end`.as('won'))
    // As `rankScore` has it.
    .select(sql<number>`(snakes - place) / (snakes - 1.0)`.as('score'));
  return db
    .selectFrom(inner.as('tiled'))
    .select([...VERSION_KEYS, 'tile'])
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.min<number>('started_at').as('from'),
      fn.max<number>('started_at').as('to'),
      fn.sum<number>('won').as('wins'),
      fn.sum<number>('score').as('sum'),
    ])
    .groupBy([...VERSION_KEYS, 'tile'])
    .orderBy('tile')
    .execute();
}

/** Joins neighbours until each has {@link MIN_POINT_GAMES}; the rest is added to the last. */
function joinSmall(tiles: readonly Tile[]): Tile[] {
  const joined: Tile[] = [];
  for (const tile of tiles) {
    const isOpen = joined.length > 0 && joined.at(-1)!.games < MIN_POINT_GAMES;
    joined.push(isOpen ? join(joined.pop()!, tile) : tile);
  }
  const last = joined.at(-1);
  if (joined.length > 1 && last!.games < MIN_POINT_GAMES) joined.splice(-2, 2, join(joined.at(-2)!, last!));
  return joined;
}

function join(one: Tile, next: Tile): Tile {
  const { from, games, wins, sum } = one;
  return { from, to: next.to, games: games + next.games, wins: wins + next.wins, sum: sum + next.sum };
}

/** Wilson's interval is made for wins and losses. Other scores vary less, so for them it is a little too wide. */
function toPoint({ from, to, games, wins, sum }: Tile): CoursePoint {
  return { from, to, games, wins, score: sum / games, ...wilsonInterval(sum, games) };
}
