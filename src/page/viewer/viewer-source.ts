/** Where the official viewer's games come from. The routes and sockets of `http/page-routes/viewer/` read them. */
import type { JournalReader } from '../../journal/journal.js';
import { framesQuery, type FramesView } from './view-game.js';

export interface ViewerSource {
  /**
   * The key of the game that an address names; `undefined` if there is none that may be seen. An address has the whole
   * id of the game here, or the engine's: nobody finds a game by trying.
   */
  find(id: string): Promise<string | undefined>;
  /** A game and some of its frames; `undefined` if it is gone. */
  read(key: string, offset: number, limit: number): Promise<FramesView | undefined>;
}

/**
 * The games of a journal, also those under way. Guarantees that it has one question to the journal at a time: viewers
 * wait longer, and nothing else does.
 */
export class JournalViewerSource implements ViewerSource {
  readonly #journal: JournalReader;
  readonly #mayView: (snake: string) => boolean;
  #last: Promise<unknown> = Promise.resolve();

  /** `mayView` says whose games can be seen, by the prefix of the snake. */
  constructor(journal: JournalReader, mayView: (snake: string) => boolean = () => true) {
    this.#journal = journal;
    this.#mayView = mayView;
  }

  async find(id: string): Promise<string | undefined> {
    const games = await this.#ask(() => this.#journal.findIds(id));
    return games.find((found) => (found.id === id || found.game === id) && this.#mayView(found.snake))?.id;
  }

  read(key: string, offset: number, limit: number): Promise<FramesView | undefined> {
    return this.#ask(() => this.#journal.ask(framesQuery, { id: key, offset, limit }));
  }

  #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    const answer = this.#last.then(question);
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}
