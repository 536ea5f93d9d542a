/** What a query of the journal is. The journal has some of its own; the page brings those that it shows. */
import type { Database, SqlDialect } from './store/tables.js';

export interface QuerySource {
  readonly db: Database;
  readonly dialect: SqlDialect;
}

/**
 * A named function of the database, whose argument and result JSON can hold. A journal may run it in another thread:
 * there, it is found by its name, and its result is made JSON.
 */
export interface Query<Argument, Result> {
  readonly name: string;
  /** It searches, or reads many games: shorter queries do not wait for it. */
  readonly isLong?: true;
  run(source: QuerySource, argument: Argument): Promise<Result>;
}
