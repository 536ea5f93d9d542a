/** Reads what the package has for new projects. Called by `starters.ts` and `python-snake.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));

export function readShipped(file: string): string {
  return readFileSync(`${PACKAGE}${file}`, 'utf8');
}
