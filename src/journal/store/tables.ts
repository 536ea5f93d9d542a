/**
 * The tables, equal in SQLite and PostgreSQL. Moments are integers in ms since 1970; lists and objects are JSON. The
 * turns of a game in progress are in `chunks`; at its end they are packed into its row in `games`.
 */
import type { ColumnType, Generated, Kysely, RawBuilder } from 'kysely';
import type { GuardState } from '../../views/report-lines.js';
import type { GameRef } from '../../wire/resources.js';

/** A column that is filled when the game ends. */
type Later<T> = ColumnType<T, T | undefined, T>;

/** One row per game and snake. */
export interface GamesTable {
  id: string;
  snake: string;
  game: string;
  you: string;
  /** 2 if the game was played again under the ids of a finished one, and so on. */
  run: Later<number>;
  /** Id of its host, or of its last one. */
  host: Later<string>;
  /** When that host took it: a moment of the game, or a later one. */
  held_at: Later<number>;
  /** The turn of its earliest known request: 0 unless a host has not delivered yet. */
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
  /** The candidate's share of games; 0 without an experiment, with a shadow, or side by side. */
  split: number;
  /** The probability that the game went to the candidate. Null in games of earlier releases: their split. */
  share: Later<number | null>;
  /** The identity of its experiment's two sides: see `identifySides`. Empty without an experiment or with a shadow. */
  sides: Later<string>;
  /** JSON: an `ImportNote` if the game was imported; else empty. */
  imported: Later<string>;
  result: Later<string | null>;
  place: Later<number | null>;
  /** The engine's turn count; the last turn seen while no `/end` has come. */
  turns: Later<number>;
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
  /** Histograms: see `turn-sums.ts`. */
  took: Later<string>;
  latency: Later<string>;
  /** Counts of the shadow's answers in the base's games: see `turn-sums.ts`. */
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
  /** The body of `/end`, packed like the turns. */
  ending: Later<Uint8Array | null>;
  /** JSON: a `GameAnalysis`, packed like the turns. */
  analysis: Later<Uint8Array | null>;
}

/** The hosts that write to this journal now: see `hosts.ts`. */
export interface HostsTable {
  id: string;
  machine: string;
  space: Later<string>;
  pid: number;
  /** 0 without a page. */
  admin_port: Later<number>;
  started_at: number;
  seen_at: number;
}

export interface Tables {
  games: GamesTable;
  /** Turns of a game in progress that were written together, one row per batch. */
  chunks: { game_id: string; turn: number; packed: Uint8Array };
  /** The ends of games that have no row yet, packed like the turns: see `end-game.ts`. */
  ends: { id: string; at: number; packed: Uint8Array };
  hosts: HostsTable;
  /** How far the events of a host were written, to the `part` of the batch `delivered`: see `batches.ts`. */
  spools: { id: string; delivered: number; part: number; seen_at: number };
  /** Only in files: see `spool.ts`. */
  outbox: {
    id: Generated<number>;
    host: string;
    number: number;
    entries: number;
    bytes: number;
    at: number;
    /** The events as JSON, deflated. */
    packed: Uint8Array;
  };
  /** Which games the candidates of splits get: see `write-events.ts`. */
  guards: GuardState & Record<'snake' | 'experiment' | 'candidate', string>;
  /** The platform's ratings: see `ratings.ts`. */
  ratings: {
    snake: string;
    leaderboard: string;
    at: number;
    version: string;
    score: number;
    rank: number | null;
    games: number;
  };
}

export type Database = Kysely<Tables>;

/** Most rows of one delete statement. */
export const MAX_ROWS = 500;

/** What differs between SQLite and PostgreSQL. */
export interface SqlDialect {
  readonly bytes: 'blob' | 'bytea';
  /** The type of a text column, sorted by bytes. */
  readonly text: 'text' | RawBuilder<unknown>;
  /** The function that joins the strings of a group. */
  readonly join: 'group_concat' | 'string_agg';
  /** Now by the clock that all hosts of this journal share, in ms since 1970. */
  now(): Promise<number>;
  /** The same for the same database, by whatever path or URL it was opened. */
  identify(): Promise<string>;
  /** Bytes in use. Below `enough`, any number between the two will do. */
  size(enough: number): Promise<number>;
  /** Returns free space to the file system. */
  shrink(): Promise<void>;
  /**
   * The first statement of every transaction that changes games: makes other transactions wait that change one of them.
   * Games of `games` are identified with all their runs. Throws an `OtherVersion` if a newer release has changed the
   * tables.
   */
  lockGames(db: Database, games: readonly GameRef[]): Promise<void>;
  /** Deletes games while no other host does. Returns `undefined` at once if another host is deleting. */
  alone<T>(action: () => Promise<T>): Promise<T | undefined>;
}

/** The purpose for which a database is opened. */
export type OpenMode = 'write' | 'import' | 'read';

export interface OpenDatabase {
  readonly db: Database;
  readonly dialect: SqlDialect;
  /** Whether the file at the path is no longer the opened one. */
  readonly isMoved: () => boolean;
}
