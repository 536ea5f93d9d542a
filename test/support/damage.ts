/** Damages files as a failing disk does. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const HEADER_BYTES = 100;

/** Writes noise over each page of an SQLite file that holds `text`: in the table and in its indexes. */
export function damagePagesWith(path: string, text: string): void {
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  const found = Array.from({ length: bytes.length / size }, (_, page) => page * size).filter((start) =>
    bytes.subarray(start, start + size).includes(text),
  );
  if (found.length === 0) throw new Error(`"${text}" is not in ${path}`);
  const file = openSync(path, 'r+');
  for (const start of found) {
    // The header of the file stays: with another one, it would be no database.
    const kept = start === 0 ? HEADER_BYTES : 0;
    writeSync(file, Buffer.alloc(size - kept, 0xa5), 0, size - kept, start + kept);
  }
  closeSync(file);
}
