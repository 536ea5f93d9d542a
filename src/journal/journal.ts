/** The interface of a journal: it stores every game of every snake and answers queries, with any database. */
import type { Report, SidesChange } from '../views/report-lines.js';
import type { JournalEvent } from './journal-event.js';
import {
  gameQuery,
  gamesQuery,
  idsQuery,
  namesQuery,
  reportQuery,
  sidesChangeQuery,
  type Query,
} from './journal-queries.js';
import type { FilterNames, GameList, GameQuery, GameRow, FullGameRow, ReportFilter } from '../views/game-rows.js';
import type { LiveExperiment } from './report/experiment-sides.js';

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

  /** The games of an experiment that no longer count, because a side has changed; `undefined` if all count. */
  findSidesChange(present: LiveExperiment): Promise<SidesChange | undefined> {
    return this.ask(sidesChangeQuery, present);
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
