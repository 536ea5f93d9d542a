/**
 * Bundles the programs of the journal's process into `dist/journal/`. Run by `npm run build`. Loaded as modules of
 * their own, those of Kysely alone would take 170 ms and 12 MB in each process.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const target = at('../../../journal');

await build({
  entryPoints: [
    at('../../journal/process/journal-main.js'),
    at('../../journal/process/checking-thread.js'),
    at('./reading-main.js'),
  ],
  outdir: target,
  entryNames: '[name]',
  bundle: true,
  // What only databases elsewhere need stays apart, and is loaded when a URL asks for it.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['pg', 'ajv'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
});
const licence = await readFile(at('../../../../node_modules/kysely/LICENSE'), 'utf8');
await writeFile(`${target}/licences.txt`, `kysely\n\n${licence}`);
