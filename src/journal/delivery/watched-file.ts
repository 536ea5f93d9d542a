/** Notices that a file which is open was deleted, moved or replaced. Used by both targets of deliveries. */
import { identifyFile, removeLeftovers, type FileIdentity } from '../store/files.js';

/** Owns what is known of the file at a path. Never opens it. */
export class WatchedFile {
  readonly #path: string;
  /** The file that was opened last. */
  #opened: FileIdentity | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called when the file has been opened. */
  note(): void {
    this.#opened = identifyFile(this.#path);
  }

  /** Whether the file that was opened is no longer the one at its path. */
  get isGone(): boolean {
    if (this.#opened === undefined) return false;
    try {
      const now = identifyFile(this.#path);
      return now?.dev !== this.#opened.dev || now.ino !== this.#opened.ino;
    } catch {
      return false;
    }
  }

  /** Makes room for another file, once nobody here has the old one open. */
  clear(): void {
    this.#opened = undefined;
    removeLeftovers(this.#path);
  }
}
