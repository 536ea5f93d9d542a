/**
 * What a child process was doing when it died. The child leaves a mark before each call into a strategy, its parent reads
 * it: to see that a call does not come back, and to know whose it was when the process is gone.
 *
 * A file, because it outlives a process that spins, exits or is aborted without a word. Writing a mark takes a microsecond or
 * two and never reaches the disk.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Seat } from '../../rules/types.js';

/** The calls into a strategy, in the order in which marks number them. */
export const CALLS = ['start', 'move', 'end'] as const;
export type CallName = (typeof CALLS)[number];

export interface TracedCall {
  /** Marks made so far; it stands still while a call lasts. */
  readonly count: number;
  /** Jobs that the child had finished before this call. */
  readonly job: number;
  /** The game's place in its pair. */
  readonly game: number;
  readonly seat: Seat;
  readonly call: CallName;
}

const WORDS = 5;

/** The child's end. */
export class CallTraceWriter {
  readonly #words = new Int32Array(WORDS);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  readonly #file: number;

  constructor(file: string) {
    this.#file = openSync(file, 'r+');
  }

  write(job: number, game: number, seat: Seat, call: CallName): void {
    const words = this.#words;
    words[0]! += 1;
    words[1] = job;
    words[2] = game;
    words[3] = seat;
    words[4] = CALLS.indexOf(call);
    writeSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
  }
}

/** The parent's end. */
export class CallTraceReader {
  readonly file: string;
  /** A folder of its own, for whatever else the child needs while it loads. */
  readonly folder: string;
  readonly #descriptor: number;
  readonly #words = new Int32Array(WORDS);
  readonly #bytes = new Uint8Array(this.#words.buffer);

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-match-'));
    this.file = path.join(this.folder, 'mark');
    this.#descriptor = openSync(this.file, 'w+');
  }

  /** The last mark; nothing before the first. */
  read(): TracedCall | undefined {
    if (readSync(this.#descriptor, this.#bytes, 0, this.#bytes.length, 0) < this.#bytes.length) return undefined;
    const [count, job, game, seat, call] = this.#words;
    return { count: count!, job: job!, game: game!, seat: seat!, call: CALLS[call!]! };
  }

  /** Removes the file and its folder. Both ends go on with what they have open, and nothing is left behind by whoever is killed. */
  unlink(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  close(): void {
    closeSync(this.#descriptor);
    this.unlink();
  }
}
