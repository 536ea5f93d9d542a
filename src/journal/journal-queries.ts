/**
 * The queries that every journal answers; `journal.ts` has methods for most. Their code is loaded with the first query:
 * a host only names them, and loads no database code.
 */
import type { GameFilter, GameQuery, ReportFilter } from '../views/game-rows.js';
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

type Run<Argument, Result> = Query<Argument, Result>['run'];

function short<Argument, Result>(name: string, run: Run<Argument, Result>): Query<Argument, Result> {
  return { name, run };
}

function long<Argument, Result>(name: string, run: Run<Argument, Result>): Query<Argument, Result> {
  return { name, isLong: true, run };
}

const games = () => import('./store/read-games.js');
const reports = () => import('./report/report.js');
const sides = () => import('./report/experiment-sides.js');
const snakes = () => import('./report/study-snake.js');
const experiments = () => import('./report/study-experiments.js');
const hosts = () => import('./store/hosts.js');

export const gamesQuery = short('games', async ({ db }, query: GameQuery) => (await games()).listGames(db, query));
export const gameQuery = short('game', async ({ db }, id: string) => (await games()).findGame(db, id));
export const idsQuery = short('ids', async ({ db }, word: string) => (await games()).findIds(db, word));
export const namesQuery = long('names', async ({ db }) => (await games()).listNames(db));

export const reportQuery = long('report', async ({ db, dialect }, filter: ReportFilter) =>
  (await reports()).report(db, dialect, filter),
);

export const sidesChangeQuery = short('sidesChange', async ({ db }, present: LiveExperiment) =>
  (await sides()).findSidesChange(db, present),
);

export const adminPortQuery = short('adminPort', async ({ db, dialect }) =>
  (await hosts()).findAdminPort(db, await dialect.now()),
);

/** The snakes with finished games, in the order of their prefixes. */
export const snakesQuery = long('snakes', async ({ db, dialect }, filter: GameFilter) =>
  (await snakes()).surveySnakes(db, dialect, filter),
);

/** One snake; `undefined` without finished games. */
export const snakeQuery = long('snake', async ({ db, dialect }, filter: GameFilter & { readonly snake: string }) =>
  (await snakes()).studySnake(db, dialect, filter),
);

export const experimentsQuery = long('experiments', async ({ db, dialect }, filter: GameFilter) =>
  (await experiments()).studyExperiments(db, dialect, filter),
);

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
