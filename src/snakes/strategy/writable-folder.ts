/** Finds a folder in which code may be written for its import. Called by the host, whose root may be read-only. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../processes/make-folder.js';

/** The first writable folder, created if it is missing. The first of all if none is writable. */
export function findWritable(folders: readonly string[]): string {
  return folders.find(isWritable) ?? folders[0]!;
}

function isWritable(folder: string): boolean {
  try {
    makeFolder(folder);
    rmdirSync(mkdtempSync(path.join(folder, 'serpentarium-')));
    return true;
  } catch {
    return false;
  }
}
