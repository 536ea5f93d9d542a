/**
 * The queries that every journal answers; `journal.ts` has a method for each. Their code is loaded with the first
 * query: a host only names them, and loads no database code.
 */
import type { Report, SidesChange } from '../views/report-lines.js';
import type { FilterNames, GameList, GameQuery, GameRow, FullGameRow, ReportFilter } from '../views/game-rows.js';
import type { LiveExperiment } from './report/experiment-sides.js';
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

/** All queries, for a process that finds them by name. */
export const JOURNAL_QUERIES = [
  gamesQuery,
  gameQuery,
  idsQuery,
  sidesChangeQuery,
  namesQuery,
  reportQuery,
  adminPortQuery,
];
