/** The queries that every journal answers. `journal.ts` has a method for each. */
import type { Report, SidesChange } from './report/report-lines.js';
import type { FilterNames, GameList, GameQuery, GameRow, FullGameRow, ReportFilter } from './game-rows.js';
import type { Query } from './query.js';
import { findSidesChange, type LiveExperiment } from './report/experiment-sides.js';
import { report } from './report/report.js';
import { findGame, findIds, listGames, listNames } from './store/read-games.js';

export const gamesQuery: Query<GameQuery, GameList> = {
  name: 'games',
  run: ({ db }, query) => listGames(db, query),
};

export const gameQuery: Query<string, FullGameRow | undefined> = {
  name: 'game',
  run: ({ db }, id) => findGame(db, id),
};

export const idsQuery: Query<string, GameRow[]> = {
  name: 'ids',
  run: ({ db }, word) => findIds(db, word),
};

export const sidesChangeQuery: Query<LiveExperiment, SidesChange | undefined> = {
  name: 'sidesChange',
  run: ({ db }, present) => findSidesChange(db, present),
};

export const namesQuery: Query<undefined, FilterNames> = {
  name: 'names',
  isLong: true,
  run: ({ db }) => listNames(db),
};

export const reportQuery: Query<ReportFilter, Report> = {
  name: 'report',
  isLong: true,
  run: ({ db, dialect }, filter) => report(db, dialect, filter),
};

/** All of them, for a thread that finds them by their names. */
export const JOURNAL_QUERIES = [gamesQuery, gameQuery, idsQuery, sidesChangeQuery, namesQuery, reportQuery];
