/** Which tests are run against a mutant, in which order: the nearest are the quickest to notice. */
import path from 'node:path';

export const STAGES = ['unit tests of its folder', 'end-to-end tests of its folder', 'other unit tests'] as const;

export type Stage = (typeof STAGES)[number];

/** Not unit tests: they are run by name. */
const OTHER_KINDS = /^(?:e2e|deep|faults)\//;

/**
 * The tests for a file of `src/`, by stage; a stage may have none. All paths are relative, to `src/` and to `test/`. A
 * folder without end-to-end tests takes the ones of the next folder above, without its subfolders.
 */
export function chooseTests(file: string, tests: readonly string[]): Record<Stage, string[]> {
  const own = file.replace(/\.ts$/, '.test.ts');
  const folder = path.posix.dirname(file);
  const units = tests.filter((test) => !OTHER_KINDS.test(test));
  const inFolder = units.filter((test) => isBelow(test, folder) || test === own);
  return {
    'unit tests of its folder': first(own, inFolder),
    'end-to-end tests of its folder': first(`e2e/${own}`, endToEndTests(folder, tests)),
    'other unit tests': units.filter((test) => !inFolder.includes(test)),
  };
}

function endToEndTests(folder: string, tests: readonly string[]): string[] {
  const below = tests.filter((test) => isBelow(test, `e2e/${folder}`));
  if (below.length > 0 || folder === '.') return below;
  for (let above = path.posix.dirname(folder); above !== '.'; above = path.posix.dirname(above)) {
    const inFolder = tests.filter((test) => path.posix.dirname(test) === `e2e/${above}`);
    if (inFolder.length > 0) return inFolder;
  }
  return [];
}

/** Files outside of folders have their own tests only. */
function isBelow(file: string, folder: string): boolean {
  return !folder.endsWith('.') && file.startsWith(`${folder}/`);
}

function first(file: string, files: readonly string[]): string[] {
  return files.includes(file) ? [file, ...files.filter((other) => other !== file)] : [...files];
}
