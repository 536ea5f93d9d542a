/** What a journal is: it keeps every game of every snake and answers queries. The same for every database. */
import type { FilterNames } from '../page/api/game.js';
import type { JournalEvent } from './journal-event.js';
import type { GamePage, GameQuery, GameSummary, KeptGame, ReportFilter } from './kept-game.js';
import type { LiveExperiment, SidesChange } from './report/experiment-sides.js';
import type { ShowQuestion } from './show/show.js';
import type { Report } from './report/report.js';
import type { QuestionAbout, Studies } from './report/study.js';
import type { FramesQuery, ViewedGame } from './viewer/view-game.js';

/** Takes events. No answer to an engine waits for it: its methods do not block, and never throw or reject. */
export interface JournalWriter {
  /** Queues an event. It is written within a second, together with others. */
  record(event: JournalEvent): void;
  /** Resolves when every event recorded so far is written, or counted as lost. */
  flush(): Promise<void>;
  /** Writes what is queued, for a limited time, and closes the database. */
  close(): Promise<void>;
}

/** Answers queries about what is kept. Every method rejects if the database cannot be read. */
export interface JournalReader {
  /** A page of games, newest first. */
  listGames(query: GameQuery): Promise<GamePage>;
  /** A game with all its turns, by its id in the journal. */
  findGame(id: string): Promise<KeptGame | undefined>;
  /**
   * The games that a user's `word` may mean: an id of this journal or its beginning, or the engine's id. Newest first.
   */
  findIds(word: string): Promise<GameSummary[]>;
  /** A game as the official viewer asks for it, with some of its frames. */
  viewGame(query: FramesQuery): Promise<ViewedGame | undefined>;
  /** The games of an experiment that no longer count, because one of its sides has changed; `undefined` if all do. */
  findSidesChange(present: LiveExperiment): Promise<SidesChange | undefined>;
  /** All names that occur in the journal, for those who filter by one. */
  listNames(): Promise<FilterNames>;
  /** What the page shows of a game, as text that is ready to send; `undefined` if there is none. */
  show(question: ShowQuestion): Promise<string | undefined>;
  /** How the snakes did in the games of a filter. */
  report(filter: ReportFilter): Promise<Report>;
  /** What the page plots. */
  study<About extends keyof Studies>(question: QuestionAbout<About>): Promise<Studies[About]>;
}

/** A journal that takes events and answers queries. */
export interface Journal extends JournalWriter, JournalReader {}

/** How long games are kept, and how much room they may take. */
export interface Retention {
  /** Games that ended more than this many days ago are deleted. */
  readonly keepDays: number;
  /** The oldest games are deleted while the journal takes more than this many MiB. */
  readonly keepMb: number;
}
