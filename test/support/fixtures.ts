/** Paths of files in the repository, as the compiled tests see them. */
import { fileURLToPath } from 'node:url';

/** The absolute path of a file or folder below `test/fixtures`. */
export function fixture(path: string): string {
  return fileURLToPath(new URL(`../../../test/fixtures/${path}`, import.meta.url));
}

/** The absolute path of a file or folder below the root of the repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
