/** Collects rows by column, game by game, and hands them to a format in groups. Called by `export`. */
import type { ColumnValue, SampleColumn } from './columns.js';
import type { Sample } from './samples.js';

export interface RowFile {
  /** Writes rows by column: all columns have as many values. */
  write(values: readonly (readonly ColumnValue[])[]): void;
  /** Completes the file. */
  close(): void;
}

/** A group is written once it has this many rows, or this many bytes in its columns of bytes. */
const GROUP_ROWS = 50_000;
const GROUP_BYTES = 32 * 1024 * 1024;

/**
 * The rows that are not written yet. It holds one group and one game at most, so its memory does not depend on how many
 * rows there are. The rows of a game are written together or, if the game turns out to be broken, not at all.
 */
export class RowBuffer {
  /** Rows of games that were kept. */
  kept = 0;
  readonly #columns: readonly SampleColumn[];
  readonly #file: RowFile;
  readonly #groupRows: number;
  #values: ColumnValue[][];
  #bytes = 0;
  /** Rows of finished games in the buffer, and their bytes. */
  #whole = 0;
  #wholeBytes = 0;

  /** `groupRows`: the rows after which a group is written; for tests. */
  constructor(columns: readonly SampleColumn[], file: RowFile, { groupRows = GROUP_ROWS } = {}) {
    this.#columns = columns;
    this.#file = file;
    this.#groupRows = groupRows;
    this.#values = columns.map(() => []);
  }

  /** Adds a row to the game. */
  add(sample: Sample): void {
    for (const [index, column] of this.#columns.entries()) {
      const value = column.of(sample);
      this.#values[index]!.push(value);
      if (value instanceof Uint8Array) this.#bytes += value.byteLength;
    }
  }

  /** The game is complete. */
  keep(): void {
    const rows = this.#values[0]!.length;
    this.kept += rows - this.#whole;
    this.#whole = rows;
    this.#wholeBytes = this.#bytes;
    if (rows >= this.#groupRows || this.#bytes >= GROUP_BYTES) this.#flush();
  }

  /** The game is broken: its rows go. */
  drop(): void {
    for (const values of this.#values) values.length = this.#whole;
    this.#bytes = this.#wholeBytes;
  }

  /** Writes what is left and completes the file. */
  close(): void {
    this.#flush();
    this.#file.close();
  }

  #flush(): void {
    if (this.#whole === 0) return;
    this.#file.write(this.#values);
    this.#values = this.#columns.map(() => []);
    this.#bytes = 0;
    this.#whole = 0;
    this.#wholeBytes = 0;
  }
}
