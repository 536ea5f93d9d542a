/**
 * The source layout as data; `house.test.ts` checks the imports by it, `docs.test.ts` a table of the architecture page.
 */

/**
 * Lowest layer first. A folder or file of `src/` imports from lower layers only, never from its own or a higher one. A
 * folder in another one that has an entry here is apart from it.
 */
export const LAYERS = [
  [
    'rules',
    'backoff.ts',
    'errors.ts',
    'did-you-mean.ts',
    'json-pointer.ts',
    'kind-of.ts',
    'loopback.ts',
    'make-folder.ts',
    'optional-packages.ts',
    'service-url.ts',
    'version.ts',
    'within.ts',
  ],
  ['drawing', 'wire', 'stats', 'processes', 'exchange', 'terminal', 'search'],
  ['inference', 'platform', 'log.ts'],
  ['config', 'journal', 'metrics'],
  ['alerts', 'importing', 'page/api', 'snakes'],
  ['exporting', 'page'],
  ['arena', 'http', 'testing'],
  ['host-events.ts', 'mount-all.ts', 'page/client', 'queue'],
  ['reload'],
  ['host-apps.ts'],
  ['host.ts'],
  ['commands'],
  ['build.ts', 'cli.ts'],
];

/** What users of the package import. Nothing in `src/` does. */
export const PUBLIC_ENTRY_POINTS = ['strategy.ts', 'testing.ts', 'typescript.ts'];
