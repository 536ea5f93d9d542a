/** The file of an export: a line of JSON for each row, game by game. Called by `export`. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { COLUMNS } from './columns.js';
import type { Sample } from './samples.js';

/** Characters of lines that are written at once. */
const BLOCK = 1 << 20;

/**
 * Owns the file and the rows that are not written yet. It holds one block and one game at most, so its memory does not
 * depend on how many rows there are. The rows of a game are written together or, if the game turns out to be broken,
 * not at all.
 */
export class RowFile {
  /** Rows of games that were kept. */
  kept = 0;
  readonly #file: string;
  /** Of finished games. */
  #text = '';
  #game: string[] = [];

  /** Creates the file, or empties it. Throws what the disk says. */
  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, '');
  }

  /** Adds a row to the game. */
  add(sample: Sample): void {
    const cells = COLUMNS.map(({ name, type, of }) => {
      const value = of(sample) ?? null;
      return [name, type === 'timestamp?' && value !== null ? new Date(value).toISOString() : value];
    });
    this.#game.push(`${JSON.stringify(Object.fromEntries(cells))}\n`);
  }

  /** The game is complete. */
  keep(): void {
    this.kept += this.#game.length;
    this.#text += this.#game.join('');
    this.#game = [];
    if (this.#text.length >= BLOCK) this.flush();
  }

  /** The game is broken: its rows go. */
  drop(): void {
    this.#game = [];
  }

  /** Writes the rows of all finished games. */
  flush(): void {
    appendFileSync(this.#file, this.#text);
    this.#text = '';
  }
}
