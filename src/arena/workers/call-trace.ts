/**
 * The present call of a worker process into a strategy, and the last lines that its seat printed in the game. The
 * worker records each call before it makes it. The parent reads the last one, to detect a call that does not return,
 * and to blame a strategy when the process has exited.
 *
 * The trace is a file because a file outlives a process that loops, exits or is aborted. Writing takes a microsecond or
 * two and never reaches the disk.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Seat } from '../../rules/types.js';

/** The calls into a strategy; `load` imports it. Their order is their encoding in the file. */
export const CALLS = ['load', 'start', 'move', 'end', 'ponder'] as const;
export type CallName = (typeof CALLS)[number];

export interface TracedCall {
  /** Recorded calls; constant during a call. */
  readonly count: number;
  /** Tasks that the worker finished before this call. */
  readonly tasksDone: number;
  /** The number of the game in its pair. */
  readonly game: number;
  /** Of a `load`, the index of the contestant. */
  readonly seat: Seat;
  readonly call: CallName;
  readonly turn: number;
}

const FIELDS = 6;
/** Most lines that are kept of what strategies print, and most characters of each. */
const KEPT_LINES = 20;
const MAX_LINE = 160;

/** The worker's end. It owns the open file for the life of the process. */
export class CallTraceWriter {
  readonly #fields = new Int32Array(FIELDS);
  readonly #bytes = new Uint8Array(this.#fields.buffer);
  readonly #descriptor: number;
  /** The last lines of the present game, by the seat that was called. */
  readonly #printed = new Map<Seat, readonly string[]>();

  /** @param file made by the {@link CallTraceReader}. */
  constructor(file: string) {
    this.#descriptor = openSync(file, 'r+');
  }

  /** Records a call and returns it with its number. */
  write({ tasksDone, game, seat, call, turn }: Omit<TracedCall, 'count'>): TracedCall {
    const fields = this.#fields;
    const hasPrinted = this.#printed.size > 0;
    if (fields[2] !== game) this.#printed.clear();
    fields[0]! += 1;
    fields[1] = tasksDone;
    fields[2] = game;
    fields[3] = seat;
    fields[4] = CALLS.indexOf(call);
    fields[5] = turn;
    writeSync(this.#descriptor, this.#bytes, 0, this.#bytes.length, 0);
    if (hasPrinted) this.#writePrinted();
    return { count: fields[0]!, tasksDone, game, seat, call, turn };
  }

  print(line: string): void {
    const seat = this.#fields[3]!;
    this.#printed.set(seat, [...(this.#printed.get(seat) ?? []), line.slice(0, MAX_LINE)].slice(-KEPT_LINES));
    this.#writePrinted();
  }

  #writePrinted(): void {
    const bytes = Buffer.from(this.#printed.get(this.#fields[3]!)?.join('\n') ?? '');
    ftruncateSync(this.#descriptor, this.#bytes.length + bytes.length);
    writeSync(this.#descriptor, bytes, 0, bytes.length, this.#bytes.length);
  }
}

/**
 * The parent's end. It owns the file and a temporary folder around it, and removes both. It never waits for the worker:
 * a trace can be read while the worker loops, and after it has exited.
 */
export class CallTraceReader {
  readonly file: string;
  /** A temporary folder, also for the files that the worker needs while it loads. */
  readonly folder: string;
  readonly #descriptor: number;
  readonly #fields = new Int32Array(FIELDS);
  readonly #bytes = new Uint8Array(this.#fields.buffer);

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-match-'));
    this.file = path.join(this.folder, 'call-trace');
    this.#descriptor = openSync(this.file, 'w+');
  }

  /** The last call; `undefined` before the first. */
  read(): TracedCall | undefined {
    if (readSync(this.#descriptor, this.#bytes, 0, this.#bytes.length, 0) < this.#bytes.length) return undefined;
    const [count, tasksDone, game, seat, call, turn] = this.#fields;
    return { count: count!, tasksDone: tasksDone!, game: game!, seat: seat!, call: CALLS[call!]!, turn: turn! };
  }

  /** The last lines that the seat of the last call printed. */
  readPrinted(): string[] {
    const bytes = Buffer.alloc(KEPT_LINES * MAX_LINE * 4);
    const text = bytes.toString('utf8', 0, readSync(this.#descriptor, bytes, 0, bytes.length, this.#bytes.length));
    return text.split('\n').filter((line) => line.trim() !== '');
  }

  /** Removes file and folder once both ends have the file open: they keep working, and a kill leaves nothing behind. */
  unlink(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  close(): void {
    closeSync(this.#descriptor);
    this.unlink();
  }
}
