/**
 * The queries that every journal answers. `journal.ts` has a method for each. What they run is loaded with the first
 * query: a host only names them, and needs no database code of its own.
 */
import type { Report, SidesChange } from './report/report-lines.js';
import type { FilterNames, GameList, GameQuery, GameRow, FullGameRow, ReportFilter } from './game-rows.js';
import type { Query } from './query.js';
import type { LiveExperiment } from './report/experiment-sides.js';

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

/** All of them, for a thread that finds them by their names. */
export const JOURNAL_QUERIES = [
  gamesQuery,
  gameQuery,
  idsQuery,
  sidesChangeQuery,
  namesQuery,
  reportQuery,
  adminPortQuery,
];
