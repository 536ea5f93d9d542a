/** Notices that a file which is open was deleted, moved, replaced or damaged. Used by both targets of deliveries. */
import { messageOf } from '../../errors.js';
import { isDamage } from '../is-unavailable.js';
import type { JournalReport } from '../journal-status.js';
import { identifyFile, removeLeftovers, setFileAside, wasLeftOpen, type FileIdentity } from '../store/files.js';

export interface WatchedFileDeps {
  readonly path: string;
  readonly report: (report: JournalReport) => void;
  /** The file may be damaged. */
  readonly suspected: () => void;
}

/** `condemned`: it is to be renamed. `kept`: it is damaged, and cannot be renamed. */
type FileState = 'sound' | 'kept' | { readonly condemned: string };

/** Owns what is known of the file at a path. Never opens it. */
export class WatchedFile {
  readonly #deps: WatchedFileDeps;
  /** The file that was opened last. */
  #opened: FileIdentity | undefined;
  #state: FileState = 'sound';

  constructor(deps: WatchedFileDeps) {
    this.#deps = deps;
  }

  /** Whether {@link WatchedFile.makeRoom} has something to do. */
  get isLost(): boolean {
    return typeof this.#state === 'object' || this.#isGone;
  }

  /** Opens the file by `open`. If whoever had it last has left it in the middle of something, it may be damaged. */
  async open<T>(open: () => Promise<T>): Promise<T> {
    const wasLeft = wasLeftOpen(this.#deps.path);
    this.#note();
    const opened = await this.inspect(open());
    this.#note();
    if (wasLeft) this.#deps.suspected();
    return opened;
  }

  /** Settles as `action` does, and condemns the file if that says that it is damaged. */
  async inspect<T>(action: Promise<T>): Promise<T> {
    try {
      return await action;
    } catch (thrown) {
      if (isDamage(thrown)) this.condemn(messageOf(thrown));
      throw thrown;
    }
  }

  /** The file is damaged. */
  condemn(reason: string): void {
    if (this.#state === 'sound') this.#state = { condemned: reason };
  }

  /**
   * Makes room for another file, and says so, if the one that was opened is gone; or if it is damaged: it is renamed.
   * Nobody here may have it open. Leaves a damaged file as it is if it cannot be renamed.
   */
  makeRoom(): void {
    const { path, report } = this.#deps;
    const state = this.#state;
    if (this.#isGone) {
      report({ kind: 'vanished' });
      removeLeftovers(path);
    } else if (typeof state === 'object') {
      const status = { store: 'file', kind: 'damaged', reason: state.condemned } as const;
      try {
        report({ ...status, aside: setFileAside(path, 'damaged') });
      } catch (thrown) {
        this.#state = 'kept';
        return report({ ...status, reason: `${state.condemned}; it cannot be renamed: ${messageOf(thrown)}` });
      }
    }
    this.#state = 'sound';
    this.#opened = undefined;
  }

  /** Whether the file that was opened is no longer the one at its path. */
  get #isGone(): boolean {
    if (this.#opened === undefined) return false;
    try {
      const now = identifyFile(this.#deps.path);
      return now?.dev !== this.#opened.dev || now.ino !== this.#opened.ino;
    } catch {
      return false;
    }
  }

  #note(): void {
    this.#opened = identifyFile(this.#deps.path);
  }
}
