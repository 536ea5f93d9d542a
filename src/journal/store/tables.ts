/**
 * The tables, for SQLite and PostgreSQL alike: moments are integers in ms since 1970, lists and objects are JSON in text.
 * A game under way has its turns in `chunks`; when it ends they are packed into its own row.
 */
import type { ColumnType, Kysely } from 'kysely';

/** PostgreSQL hands out 64-bit integers as text. */
type Moment = ColumnType<number | string, number, number>;
type MaybeMoment = ColumnType<number | string | null, number | null, number | null>;
/** Filled when the game ends. */
type Later<T> = ColumnType<T, T | undefined, T>;

export interface GamesTable {
  id: string;
  snake: string;
  game: string;
  you: string;
  started_at: Moment;
  ended_at: MaybeMoment;
  ruleset: string;
  map: string;
  source: string;
  width: number;
  height: number;
  snakes: number;
  /** JSON: the names of the others. */
  opponents: string;
  strategy: string;
  hash: string;
  version: string;
  /** JSON. */
  options: string;
  experiment: string;
  variant: string;
  /** Share of the candidate; 0 outside of experiments, and where it is the base's shadow. */
  split: number;
  result: Later<string | null>;
  place: Later<number | null>;
  turns: Later<number>;
  cause: Later<string | null>;
  killer: Later<string | null>;
  moved: Later<number>;
  late: Later<number>;
  failed: Later<number>;
  illegal: Later<number>;
  lost: Later<number>;
  /** How often each time was seen: see `timings.ts`. */
  took: Later<string>;
  latency: Later<string>;
  /** What the base's shadow said, where it has one: see `shadow-counts.ts`. */
  shadow_moved: Later<number>;
  shadow_late: Later<number>;
  shadow_failed: Later<number>;
  shadow_illegal: Later<number>;
  shadow_skipped: Later<number>;
  shadow_agreed: Later<number>;
  shadow_died: Later<number>;
  shadow_lived: Later<number>;
  shadow_took: Later<string>;
  /** The turns, packed: see `packed-turns.ts`. */
  packed: Later<Uint8Array | null>;
  /** The body of `/end`, where one came; packed with the turns' way. */
  ending: Later<Uint8Array | null>;
}

/** Turns of a game under way that were written together. */
export interface ChunksTable {
  game_id: string;
  /** The first of its turns. */
  turn: number;
  /** See `packed-turns.ts`. */
  packed: Uint8Array;
}

export interface Tables {
  games: GamesTable;
  chunks: ChunksTable;
}

export type Database = Kysely<Tables>;

/** A statement takes so many rows at most. */
export const MAX_ROWS = 500;

/** What databases differ in. */
export interface SqlDialect {
  /** The type of a column of bytes. */
  readonly bytes: 'blob' | 'bytea';
  /** The function that joins the texts of a group. */
  readonly join: 'group_concat' | 'string_agg';
  /** Bytes that the journal takes. */
  size(): Promise<number>;
  /** Gives room that has come free back to the disk. */
  shrink(): Promise<void>;
}
