/** Creates folders, also where Node's own way never returns. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../errors/errors.js';

/**
 * Creates a folder and its parents. Unlike Node's `recursive`, which tries forever in `/proc`, it fails if an existing
 * parent takes no folder. Throws the error of the disk.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (thrown) {
    if (isFolder(path)) return;
    const above = dirname(path);
    if (codeOf(thrown) !== 'ENOENT' || isFolder(above)) throw thrown;
    makeFolder(above);
    mkdirSync(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
