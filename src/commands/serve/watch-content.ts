/** Notices that a file has changed on disk. Called by `serve.ts`. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';

/** How often the file's times are read, in ms. Its content is read only if they have changed. */
const INTERVAL_MS = 2000;

/**
 * Calls `onChange` whenever the content of the file is another than it was. Does not keep the process alive, and never
 * throws: a file that is gone or cannot be read has not changed. Returns a function that stops it.
 */
export function watchContent(file: string, onChange: () => void, interval = INTERVAL_MS): () => void {
  let known = contentOf(file);
  const check = (): void => {
    const content = contentOf(file);
    if (content === undefined || content === known) return;
    known = content;
    onChange();
  };
  watchFile(file, { interval, persistent: false }, check);
  return () => unwatchFile(file, check);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
