/** The source layout as data; `house.test.ts` checks the imports by it, `docs/tables.test.ts` the map. */

/**
 * The storeys, the lowest first. A folder of `src/` imports from lower storeys, and in its own from the folders before
 * it. A folder in another one that has an entry here is apart from it.
 */
export const STOREYS = [
  ['rules', 'errors', 'wire', 'search'],
  ['processes', 'exchange', 'stats', 'drawing', 'views', 'terminal'],
  ['config', 'inference', 'journal', 'metrics'],
  ['snakes', 'platform'],
  ['recorded', 'arena', 'queue'],
  ['alerts', 'page', 'http', 'host', 'page/client'],
  ['commands'],
];

/** Files outside of a folder: programs, and the version. */
export const LOOSE_FILES = ['build.ts', 'cli.ts', 'version.ts'];

/** What users of the package import. Nothing in `src/` does. */
export const PUBLIC_ENTRY_POINTS = ['strategy.ts', 'testing.ts', 'typescript.ts'];

/** Folders whose files run in browsers, too: they import only each other, and no package and nothing of Node. */
export const SHARED_WITH_BROWSERS = ['rules', 'stats', 'drawing', 'views'];
