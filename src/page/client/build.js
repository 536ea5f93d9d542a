/**
 * Bundles the page for browsers into `dist/page/`, run by `npm run build`. File names carry a hash of their contents, so
 * that a browser may keep them for ever; `manifest.json` says which to load.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../../..');
const target = path.join(root, 'dist/page');
/** The packages that end up in the bundle; their licences have to go along. */
const BUNDLED = ['preact'];

await rm(target, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { app: path.join(here, 'main.tsx'), style: path.join(here, 'style/app.css') },
  outdir: target,
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  metafile: true,
  logLevel: 'warning',
});

const files = Object.entries(metafile.outputs).map(([file, { entryPoint, bytes }]) => ({
  name: path.basename(file),
  entryPoint: entryPoint && path.basename(entryPoint),
  bytes,
}));
const entry = (source) => files.find(({ entryPoint }) => entryPoint === source).name;
const manifest = { script: entry('main.tsx'), style: entry('app.css'), files: files.map(({ name }) => name) };
await writeFile(path.join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const licences = BUNDLED.map(async (name) => {
  return `${name}\n\n${await readFile(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8')}`;
});
await writeFile(path.join(target, 'licences.txt'), (await Promise.all(licences)).join('\n\n'));
