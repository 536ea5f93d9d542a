/** What the page shows of one snake: its versions with their course, times and causes of death, and whom it met. */
import type { GameFilter } from '../../journal/game-rows.js';
import { readTurns } from '../../journal/store/close-game.js';
import { gamesOf } from '../../journal/store/read-games.js';
import type { Database, SqlDialect } from '../../journal/store/tables.js';
import type { TimeSpread } from '../api/plots.js';
import { reportOpponents, type OpponentLine } from '../../journal/report/report-opponents.js';
import { sumUpLines, toReportLine, type LineSums, type ReportLine } from '../../journal/report/report.js';
import { toTimeSpread } from './time-spread.js';
import { readCourses, versionKey, type CoursePoint } from './score-course.js';

/** One version of a snake, as a report has it. Moments in ms since 1970. */
export interface VersionStudy extends ReportLine {
  /** When the first and the last of the games of its course began; absent without a course. */
  readonly from?: number;
  readonly to?: number;
  /** Mean scores over time; empty if no game had a place. */
  readonly course: readonly CoursePoint[];
  /** The times of its answers, and the latencies that the engine measured. */
  readonly times: TimeSpread;
  readonly latencies: TimeSpread;
}

/** One snake, over its games that have ended. */
export interface SnakeStudy {
  readonly snake: string;
  /** The one that played last comes first. */
  readonly versions: readonly VersionStudy[];
  /** Versions left out, because there are too many: those that played first. */
  readonly moreVersions: number;
  /** Those that it met most often. */
  readonly opponents: readonly OpponentLine[];
  readonly moreOpponents: number;
  /** The median of the budgets of the newest games, in ms; absent if no turns are kept. */
  readonly budget?: number;
}

const MAX_VERSIONS = 24;
const MAX_OPPONENTS = 100;
/** Games whose budgets are read: they rarely differ. */
const BUDGET_GAMES = 3;
/** Characters of the requests of such a game at most. */
const MAX_BUDGET_CHARACTERS = 4_000_000;

/** Studies a snake in the games of a filter. `undefined` if none of them has ended. */
export async function studySnake(
  db: Database,
  dialect: SqlDialect,
  { snake, ...rest }: GameFilter & { readonly snake: string },
): Promise<SnakeStudy | undefined> {
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
    ...(budget !== undefined && { budget }),
  };
}

function toStudy(line: LineSums, course: readonly CoursePoint[]): VersionStudy {
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
