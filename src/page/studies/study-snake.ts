/** What the page shows of one snake: its versions with their course, times and causes of death, and whom it met. */
import {
  BARS_PER_DOUBLING,
  type CoursePoint,
  type SnakeStats,
  type TimeSpread,
  type VersionView,
} from '../api/plots.js';
import type { GameFilter } from '../../journal/game-rows.js';
import { readTurns } from '../../journal/store/close-game.js';
import { gamesOf } from '../../journal/store/read-games.js';
import type { Database, SqlDialect } from '../../journal/store/tables.js';
import { TIME_SCALE } from '../../journal/store/timings.js';
import { durationPercentile, type Histogram } from '../../stats/histogram.js';
import { reportRatings } from '../../journal/report/report-ratings.js';
import { reportOpponents } from '../../journal/report/report-opponents.js';
import { sumUpLines, toReportLine, type LineSums } from '../../journal/report/report.js';
import { readCourses, versionKey } from './score-course.js';

const MAX_VERSIONS = 24;
const MAX_OPPONENTS = 100;
/** Games whose budgets are read: they rarely differ. */
const BUDGET_GAMES = 3;
/** Characters of the requests of such a game at most. */
const MAX_BUDGET_CHARACTERS = 4_000_000;
const BUCKETS_PER_BAR = TIME_SCALE.perDoubling / BARS_PER_DOUBLING;
const SHARES = { p50: 0.5, p90: 0.9, p99: 0.99, longest: 1 };

/** Studies a snake in the games of a filter. `undefined` if none of them has ended. */
export async function studySnake(
  db: Database,
  dialect: SqlDialect,
  { snake, ...rest }: GameFilter & { readonly snake: string },
): Promise<SnakeStats | undefined> {
  const filter = { ...rest, snake };
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
    latencies: toTimeSpread(line.latency),
  };
}

async function medianBudget(db: Database, filter: GameFilter): Promise<number | undefined> {
  const games = await gamesOf(db, filter)
    .where('ended_at', 'is not', null)
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

/** How times are spread, as the page plots them: the fine buckets of the journal, joined to bars. */
function toTimeSpread(timings: Readonly<Histogram>): TimeSpread {
  const counts: number[] = [];
  for (const [bucket, count] of Object.entries(timings)) {
    const bar = Math.floor(Number(bucket) / BUCKETS_PER_BAR);
    while (counts.length <= bar) counts.push(0);
    counts[bar]! += count;
  }
  const bars = counts.map((count, bar) => ({ upTo: endOfBar(bar), count }));
  const known = Object.entries(SHARES).map(([name, share]) => [name, durationPercentile(timings, TIME_SCALE, share)]);
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    ...(bars.length > 0 && Object.fromEntries(known)),
    bars,
  };
}

function endOfBar(bar: number): number {
  return TIME_SCALE.unit * (2 ** (((bar + 1) * BUCKETS_PER_BAR - 0.5) / TIME_SCALE.perDoubling) - 1);
}
