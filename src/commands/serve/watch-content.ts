/** Notices that a file has changed on disk. Called by `serve.ts`. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How often the file is read, in ms. It is a configuration: a few kB. */
const INTERVAL_MS = 2000;

/**
 * Calls `onChange` whenever the content of the file differs from what it was. Does not keep the process alive, and
 * never throws: a file that is gone or cannot be read has not changed. Returns a function that stops it.
 *
 * Reads the content instead of asking `fs.watchFile`, which misses a change before its own first look at the file.
 */
export function watchContent(file: string, onChange: () => void, interval = INTERVAL_MS): () => void {
  let known = firstContentOf(file);
  let isReading = false;
  const look = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    const content = await readFile(file, 'latin1').catch(() => undefined);
    isReading = false;
    if (content === undefined || content === known) return;
    known = content;
    onChange();
  };
  const timer = setInterval(() => void look(), interval).unref();
  return () => clearInterval(timer);
}

function firstContentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
