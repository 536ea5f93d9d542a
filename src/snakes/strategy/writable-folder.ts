/** Finds where code may be written for the moment of its import. Called by the host, whose root may be read-only. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../make-folder.js';

/** The first of these folders that can be written to; made if it is not there. The first of all if none can be. */
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
