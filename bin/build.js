/**
 * Builds a clone: `node bin/build.js [FOLDER…]`, with the folders whose sources become JavaScript (default: all). What
 * does it is `src/build.ts`, which is bundled for that.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fingerprint, forget, keep } from './fingerprint.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!existsSync('node_modules/esbuild')) {
  console.error('The packages that Serpentarium needs are not installed. Run "npm ci" first.');
  process.exit(1);
}
const { build } = await import('esbuild');
// Read before the build reads them: what changes from now on differs from what is kept.
const sources = fingerprint();
forget();
const program = `dist/build-${process.pid}.mjs`;
mkdirSync('dist', { recursive: true });
try {
  await build({
    entryPoints: ['src/build.ts'],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  await import(new URL(`../${program}`, import.meta.url).href);
  keep(sources);
} catch (thrown) {
  // esbuild has printed what is wrong, and where.
  if (!(thrown instanceof Error && 'errors' in thrown)) throw thrown;
  process.exitCode = 1;
} finally {
  rmSync(program, { force: true });
}
