/** Which tests are run against a mutant, in which order: the nearest are the quickest to notice. */
import path from 'node:path';

export const STAGES = ['unit tests of its folder', 'end-to-end tests of its folder', 'other unit tests'] as const;

export type Stage = (typeof STAGES)[number];

/** Not unit tests: they are run by name. */
const OTHER_KINDS = /^(?:e2e|deep|faults)\//;

/**
 * The tests for a file of `src/`, by stage; a stage may have none. All paths are relative, to `src/` and to `test/`. A
 * folder without tests takes the ones of the next folder above, without its subfolders.
 */
export function chooseTests(file: string, tests: readonly string[]): Record<Stage, string[]> {
  const own = file.replace(/\.ts$/, '.test.ts');
  const folder = path.posix.dirname(file);
  const units = tests.filter((test) => !OTHER_KINDS.test(test));
  const near = nearestTests(folder, units);
  return {
    'unit tests of its folder': first(own, folder === '.' ? units.filter((test) => test === own) : near),
    'end-to-end tests of its folder': first(`e2e/${own}`, nearestTests(`e2e/${folder}`, tests)),
    'other unit tests': units.filter((test) => test !== own && !near.includes(test)),
  };
}

function nearestTests(folder: string, tests: readonly string[]): string[] {
  const below = tests.filter((test) => test.startsWith(`${folder}/`));
  if (below.length > 0) return below;
  for (let above = path.posix.dirname(folder); !/^(?:\.|e2e)$/.test(above); above = path.posix.dirname(above)) {
    const inFolder = tests.filter((test) => path.posix.dirname(test) === above);
    if (inFolder.length > 0) return inFolder;
  }
  return [];
}

function first(file: string, files: readonly string[]): string[] {
  return files.includes(file) ? [file, ...files.filter((other) => other !== file)] : [...files];
}
