/** Lines into a file, one after the other. */
import { open } from 'node:fs/promises';
import { UsageError, messageOf } from '../../errors.js';

export interface LineFile {
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file, overwriting what is there. Throws a {@link UsageError} where that cannot be done. */
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
