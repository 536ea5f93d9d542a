/**
 * The interface of a journal, with any database: it stores every game of every snake, and answers queries. The code of
 * a query is loaded when it is first asked: a host only names queries, and loads no database code.
 */
import type { Report } from '../views/report-lines.js';
import type { JournalEvent } from './journal-event.js';
import type {
  FilterNames,
  GameList,
  GameQuery,
  GameRow,
  FullGameRow,
  ReportFilter,
  GameFilter,
} from '../views/game-rows.js';
import type { ReviewedExperiment } from './report/guards.js';
import type { OpenDatabase } from './store/tables.js';
import type { GameRef } from '../wire/resources.js';

export type QuerySource = Pick<OpenDatabase, 'db' | 'dialect'>;

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
const guards = () => import('./report/guards.js');
const sides = () => import('./report/experiment-sides.js');
const snakes = () => import('./report/study-snake.js');
const experiments = () => import('./report/study-experiments.js');
const hosts = () => import('./store/hosts.js');

export const gamesQuery = short('games', async ({ db }, query: GameQuery) => (await games()).listGames(db, query));
export const gameQuery = short('game', async ({ db }, id: string) => (await games()).findGame(db, id));
export const idsQuery = short('ids', async ({ db }, word: string) => (await games()).findIds(db, word));
/** The side of an experiment that plays a game; `undefined` if the journal does not know it. */
export const sideQuery = short('side', async ({ db }, ref: GameRef) => (await sides()).findSide(db, ref));
export const namesQuery = long('names', async ({ db }) => (await games()).listNames(db));

export const reportQuery = long('report', async ({ db, dialect }, filter: ReportFilter) =>
  (await reports()).report(db, dialect, filter),
);

export const reviewQuery = long('review', async ({ db }, present: ReviewedExperiment) =>
  (await guards()).reviewExperiment(db, present),
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
  sideQuery,
  reviewQuery,
  namesQuery,
  reportQuery,
  adminPortQuery,
  snakesQuery,
  snakeQuery,
  experimentsQuery,
];

/** Takes events. Its methods do not block, and never throw or reject: no answer to an engine waits for it. */
export interface JournalWriter {
  /** Queues an event. It is written within a second, together with others. */
  record(event: JournalEvent): void;
  /** Resolves when every recorded event is written or counted as lost. */
  flush(): Promise<void>;
  /** Writes the queue, for a limited time, and closes the database. */
  close(): Promise<void>;
}

/** JSON of a value; `undefined` has none. */
export type JsonOf<Value> = string | Extract<Value, undefined>;

/** Answers queries. Every method rejects if the database cannot be read. */
export abstract class JournalReader {
  abstract ask<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<Result>;

  /** The result as JSON, ready to send. In a host, the reading process has serialized it. */
  abstract askJson<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>>;

  listGames(query: GameQuery): Promise<GameList> {
    return this.ask(gamesQuery, query);
  }

  /** A game with all its turns, by its id in the journal. */
  findGame(id: string): Promise<FullGameRow | undefined> {
    return this.ask(gameQuery, id);
  }

  /** The games that match a `word`: an id of this journal or its beginning, or the engine's id. Newest first. */
  findIds(word: string): Promise<GameRow[]> {
    return this.ask(idsQuery, word);
  }

  listNames(): Promise<FilterNames> {
    return this.ask(namesQuery, undefined);
  }

  report(filter: ReportFilter): Promise<Report> {
    return this.ask(reportQuery, filter);
  }
}

export interface Journal extends JournalWriter, JournalReader {}

/** How long games are kept, and how much space they may take. */
export interface Retention {
  /** Games that ended more than this many days ago are deleted. */
  readonly keepDays: number;
  /** The oldest games are deleted while the journal takes more than this many MiB. */
  readonly keepMb: number;
}
