/** Writes files that are not there yet. Called by `init` and `new`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Returns whether the file was written; one that exists is left as it is. */
export function writeNew(file: string, content: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}
