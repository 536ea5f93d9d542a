/** What a journal is: it keeps every game of every snake, and tells of them. One interface, whatever the database. */
import type { JournalEvent } from './journal-event.js';
import type { GameFilter, GamePage, GameQuery, GameSummary, KeptGame } from './kept-game.js';
import type { Report } from './report/report.js';

/** Takes what happens. Never in an answer's way: nothing here waits, throws or rejects. */
export interface JournalWriter {
  /** Takes an entry; it is written with others, within the second. */
  record(entry: JournalEvent): void;
  /** Resolves when everything taken so far is written, or counted as lost. */
  flush(): Promise<void>;
  /** Flushes for a while, then lets go of the database. */
  close(): Promise<void>;
}

/** Tells what is kept. */
export interface JournalReader {
  /** Newest first. */
  listGames(query: GameQuery): Promise<GamePage>;
  /** A game with all its turns, by its id here. */
  findGame(id: string): Promise<KeptGame | undefined>;
  /** Games that an id may mean: an id of this journal or the beginning of one, or the engine's. Newest first. */
  findIds(word: string): Promise<GameSummary[]>;
  report(query: GameFilter): Promise<Report>;
}

export interface Journal extends JournalWriter, JournalReader {}

/** How long and how much is kept. */
export interface Retention {
  readonly keepDays: number;
  readonly keepMb: number;
}
