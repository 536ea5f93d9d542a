/** Writes lines to a file. Called by `play`. */
import { open } from 'node:fs/promises';
import { UsageError, messageOf } from '../../errors.js';

/** A file that is open for writing. */
export interface LineFile {
  /** Writes a line and its line break. Calls must not overlap. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file, overwriting what is there. Throws a {@link UsageError} if that is not possible. */
export async function openLineFile(path: string): Promise<LineFile> {
  try {
    const file = await open(path, 'w');
    return {
      async write(line) {
        await file.write(`${line}\n`);
      },
      close: () => file.close(),
    };
  } catch (thrown) {
    throw new UsageError([{ source: path, message: `cannot be written: ${messageOf(thrown)}` }]);
  }
}
