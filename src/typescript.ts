/**
 * Lets Node run the tests of strategies in TypeScript: `node --import serpentarium/typescript --test`. Each file is
 * bundled with those it imports, by the rules by which a host bundles strategies. Nothing checks the types.
 */
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { buildSync } from 'esbuild';

interface LoadedModule {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: true;
}

type NextLoad = (url: string, context: unknown) => LoadedModule | Promise<LoadedModule>;

/** Node's hook: the code of a module at a URL. */
export function load(url: string, context: unknown, next: NextLoad): LoadedModule | Promise<LoadedModule> {
  if (!/^file:.*\.[mc]?ts$/.test(url) || url.includes('/node_modules/')) return next(url, context);
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    packages: 'external',
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'error',
  });
  return { format: 'module', source: outputFiles[0]!.text, shortCircuit: true };
}

if (isMainThread) {
  process.setSourceMapsEnabled(true);
  // Node 20 runs hooks in a separate thread, which loads this file again.
  if ('registerHooks' in modules) (modules.registerHooks as (hooks: object) => void)({ load });
  else modules.register(import.meta.url);
}
