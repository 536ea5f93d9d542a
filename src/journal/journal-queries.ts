/**
 * The queries that every journal answers; `journal.ts` has methods for most. Their code is loaded with the first query:
 * a host only names them, and loads no database code.
 */
import type { Report, SidesChange } from '../views/report-lines.js';
import type {
  FilterNames,
  GameFilter,
  GameList,
  GameQuery,
  GameRow,
  FullGameRow,
  ReportFilter,
} from '../views/game-rows.js';
import type { ExperimentsView, SnakeStats } from '../views/plots.js';
import type { LiveExperiment } from './report/experiment-sides.js';
import type { SnakeSurvey } from './report/study-snake.js';
import type { Database, SqlDialect } from './store/tables.js';

export interface QuerySource {
  readonly db: Database;
  readonly dialect: SqlDialect;
}

/**
 * A named function of the database whose argument and result are JSON. A journal may run it in another process, which
 * finds it by its name.
 */
export interface Query<Argument, Result> {
  readonly name: string;
  /** It may take long: shorter queries do not wait for it. */
  readonly isLong?: true;
  run(source: QuerySource, argument: Argument): Promise<Result>;
}

const games = () => import('./store/read-games.js');
const studies = () => import('./report/study-snake.js');

export const gamesQuery: Query<GameQuery, GameList> = {
  name: 'games',
  run: async ({ db }, query) => (await games()).listGames(db, query),
};

export const gameQuery: Query<string, FullGameRow | undefined> = {
  name: 'game',
  run: async ({ db }, id) => (await games()).findGame(db, id),
};

export const idsQuery: Query<string, GameRow[]> = {
  name: 'ids',
  run: async ({ db }, word) => (await games()).findIds(db, word),
};

export const sidesChangeQuery: Query<LiveExperiment, SidesChange | undefined> = {
  name: 'sidesChange',
  run: async ({ db }, present) => (await import('./report/experiment-sides.js')).findSidesChange(db, present),
};

export const namesQuery: Query<undefined, FilterNames> = {
  name: 'names',
  isLong: true,
  run: async ({ db }) => (await games()).listNames(db),
};

export const reportQuery: Query<ReportFilter, Report> = {
  name: 'report',
  isLong: true,
  run: async ({ db, dialect }, filter) => (await import('./report/report.js')).report(db, dialect, filter),
};

export const adminPortQuery: Query<undefined, number | undefined> = {
  name: 'adminPort',
  run: async ({ db, dialect }) => (await import('./store/hosts.js')).findAdminPort(db, await dialect.now()),
};

/** The snakes with finished games, in the order of their prefixes. */
export const snakesQuery: Query<GameFilter, SnakeSurvey[]> = {
  name: 'snakes',
  isLong: true,
  run: async ({ db, dialect }, filter) => (await studies()).surveySnakes(db, dialect, filter),
};

/** One snake; `undefined` without finished games. */
export const snakeQuery: Query<GameFilter & { readonly snake: string }, SnakeStats | undefined> = {
  name: 'snake',
  isLong: true,
  run: async ({ db, dialect }, filter) => (await studies()).studySnake(db, dialect, filter),
};

export const experimentsQuery: Query<GameFilter, ExperimentsView> = {
  name: 'experiments',
  isLong: true,
  run: async ({ db, dialect }, filter) =>
    (await import('./report/study-experiments.js')).studyExperiments(db, dialect, filter),
};

/** All queries, for a process that finds them by name. */
export const JOURNAL_QUERIES = [
  gamesQuery,
  gameQuery,
  idsQuery,
  sidesChangeQuery,
  namesQuery,
  reportQuery,
  adminPortQuery,
  snakesQuery,
  snakeQuery,
  experimentsQuery,
];
