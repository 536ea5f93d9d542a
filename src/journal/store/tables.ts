/**
 * The tables, the same in SQLite and PostgreSQL. Moments are integers in ms since 1970; lists and objects are JSON. The
 * turns of a game under way are in `chunks`; when it ends they are packed into its row in `games`.
 */
import type { ColumnType, Generated, Kysely, RawBuilder } from 'kysely';
import type { GameRef } from '../../wire/resources.js';

/** A column that is filled when the game ends. */
type Later<T> = ColumnType<T, T | undefined, T>;

/** One row per game of a snake. */
export interface GamesTable {
  id: string;
  snake: string;
  game: string;
  you: string;
  /** 2 if it was played again under the ids of a game that had ended, and so on. */
  run: Later<number>;
  /** Id of the host that has it or had it last. */
  host: Later<string>;
  /** When that host took it: a moment of the game, or a later one. */
  held_at: Later<number>;
  /** The turn of the earliest request of it that is known: 0 unless a host has not delivered yet what it saw. */
  first_turn: Later<number>;
  started_at: number;
  ended_at: number | null;
  ruleset: string;
  map: string;
  source: string;
  width: number;
  height: number;
  snakes: number;
  /** JSON: the names of the other snakes. */
  opponents: string;
  strategy: string;
  hash: string;
  version: string;
  /** JSON: the options of the strategy. */
  options: string;
  experiment: string;
  variant: string;
  /** The share of games that the candidate gets; 0 if the game belongs to no experiment, or to one with a shadow. */
  split: number;
  /** Which two sides its experiment had: games with the same string are of the same two. */
  sides: Later<string>;
  /** JSON: an `ImportNote` if the game was imported; else empty. */
  imported: Later<string>;
  result: Later<string | null>;
  place: Later<number | null>;
  /** The engine's count of the game's turns; the last one seen while no `/end` has come. */
  turns: Later<number>;
  /** The first turn on whose board the snake was dead. */
  died: Later<number | null>;
  cause: Later<string | null>;
  killer: Later<string | null>;
  moved: Later<number>;
  late: Later<number>;
  failed: Later<number>;
  illegal: Later<number>;
  lost: Later<number>;
  /** Answers that the engine probably did not use. */
  unlikely: Later<number>;
  /** Histograms: see `timings.ts`. */
  took: Later<string>;
  latency: Later<string>;
  /** Counts of what the base's shadow answered: see `shadow-counts.ts`. */
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
  /** The body of `/end` if one came, packed like the turns. */
  ending: Later<Uint8Array | null>;
  /** JSON: a `GameAnalysis` if the game was analysed, packed like the turns. */
  analysis: Later<Uint8Array | null>;
}

/** Turns of a game under way that were written together, one row per batch. */
export interface ChunksTable {
  game_id: string;
  /** The first of its turns. */
  turn: number;
  /** See `packed-turns.ts`. */
  packed: Uint8Array;
}

/** The ends of games that have no row yet: see `end-game.ts`. */
export interface EndsTable {
  /** The game's. */
  id: string;
  /** When it ended. */
  at: number;
  /** The body of `/end`, packed like the turns. */
  packed: Uint8Array;
}

/** The hosts that write to this journal now: see `hosts.ts`. */
export interface HostsTable {
  id: string;
  /** The name of its machine, for those who read it. */
  machine: string;
  /** Where its process id is valid. */
  space: Later<string>;
  pid: number;
  /** 0 if it serves no page. */
  admin_port: Later<number>;
  started_at: number;
  /** When it last renewed this row. */
  seen_at: number;
}

/** How much of what a host has recorded was written: see `batches.ts`. */
export interface SpoolsTable {
  /** Id of the host that recorded it. */
  id: string;
  /** The number of the last batch of which anything was written. */
  delivered: number;
  /** How many of its events have been written. */
  part: number;
  /** When this last changed. */
  seen_at: number;
}

/** Only in files: see `spool.ts`. */
export interface OutboxTable {
  id: Generated<number>;
  /** Id of the host that recorded the batch. */
  host: string;
  /** The number of the batch. */
  number: number;
  /** How many events it has. */
  entries: number;
  bytes: number;
  /** When it was recorded. */
  at: number;
  /** The events as JSON, deflated. */
  packed: Uint8Array;
}

/** What the platform said of snakes: see `ratings.ts`. */
export interface RatingsTable {
  /** The prefix. */
  snake: string;
  /** Its name. */
  leaderboard: string;
  at: number;
  version: string;
  score: number;
  rank: number | null;
  games: number;
}

/** All tables, by name. */
export interface Tables {
  spools: SpoolsTable;
  outbox: OutboxTable;
  games: GamesTable;
  chunks: ChunksTable;
  ends: EndsTable;
  hosts: HostsTable;
  ratings: RatingsTable;
}

/** A connection to the journal's database. */
export type Database = Kysely<Tables>;

/** The most rows that one statement deletes. */
export const MAX_ROWS = 500;

/** What differs between SQLite and PostgreSQL. */
export interface SqlDialect {
  /** The type of a binary column. */
  readonly bytes: 'blob' | 'bytea';
  /** The type of a text column, whose order is that of its bytes. */
  readonly text: 'text' | RawBuilder<unknown>;
  /** The function that joins the strings of a group. */
  readonly join: 'group_concat' | 'string_agg';
  /** The moment by the clock that all hosts of this journal share, in ms since 1970. */
  now(): Promise<number>;
  /** The same for the same database by whatever path or URL it was opened. */
  identify(): Promise<string>;
  /** Bytes in use. If they are not more than `enough`, any number between the two will do. */
  size(enough: number): Promise<number>;
  /** Returns free space to the file system. */
  shrink(): Promise<void>;
  /**
   * The first statement of every transaction that changes games: makes others wait who would change one of them. Those
   * of `games` are known by all their runs. Throws an `OtherVersion` if a newer release has changed the tables.
   */
  lockGames(db: Database, games: readonly GameRef[]): Promise<void>;
  /** Deletes games while no other host does. Returns `undefined` at once if another one is at it. */
  alone<T>(action: () => Promise<T>): Promise<T | undefined>;
}

/** What a database is opened for. */
export type OpenMode = 'write' | 'import' | 'read';

export interface OpenDatabase {
  readonly db: Database;
  readonly dialect: SqlDialect;
  /** Whether the file that was opened is no longer the one at its path. */
  readonly isMoved: () => boolean;
}
