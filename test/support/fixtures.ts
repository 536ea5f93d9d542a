/** Where the fixtures are: beside the sources, not in the compiled tree. */
import { fileURLToPath } from 'node:url';

/** Absolute path of something below `test/fixtures`. */
export function fixture(path: string): string {
  return fileURLToPath(new URL(`../../../test/fixtures/${path}`, import.meta.url));
}

/** Absolute path of something below the repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
