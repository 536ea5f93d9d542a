/** A file that the writing thread has open, and that may be deleted, moved or replaced meanwhile. */
import { identifyFile, removeLeftovers, type FileIdentity } from '../store/files.js';

/** What is open over a file. */
interface Closable {
  close(): Promise<void>;
}

/** How a file is opened. */
export interface WatchedFileDeps<T extends Closable> {
  readonly path: string;
  /** Opens the file; `isAnother` says that it takes the place of one that has disappeared. */
  readonly open: (isAnother: boolean) => Promise<T>;
  /** The file has disappeared; another one is about to be opened. */
  readonly vanished: () => void;
}

/**
 * Owns what is open over a file.
 *
 * Guarantees that after {@link WatchedFile.ensureOpen} it is the file that its path leads to.
 */
export class WatchedFile<T extends Closable> {
  readonly #deps: WatchedFileDeps<T>;
  #opened: T | undefined;
  /** The file that is open, or was last. */
  #file: FileIdentity | undefined;

  constructor(deps: WatchedFileDeps<T>) {
    this.#deps = deps;
  }

  /** What is open now. */
  get current(): T | undefined {
    return this.#opened;
  }

  /** Whether the file that is open is no longer the one at its path. */
  get isGone(): boolean {
    if (this.#opened === undefined || this.#file === undefined) return false;
    try {
      const now = identifyFile(this.#deps.path);
      return now?.dev !== this.#file.dev || now.ino !== this.#file.ino;
    } catch {
      return false;
    }
  }

  /** Opens the file if it is not open, or if it was deleted, moved or replaced. Throws what the disk says. */
  async ensureOpen(): Promise<T> {
    const { path, vanished, open } = this.#deps;
    if (this.#opened !== undefined) {
      if (!this.isGone) return this.#opened;
      const old = this.#opened;
      this.#opened = undefined;
      vanished();
      await old.close().catch(() => {});
      removeLeftovers(path);
    }
    const opened = await open(this.#file !== undefined);
    this.#file = identifyFile(path);
    this.#opened = opened;
    return opened;
  }
}
