/**
 * Completes what `tsc` has compiled, as the last step of `npm run build`: the check of requests, the programs of child
 * processes, the page. A host may be running from these files, so one that has not changed is left alone, any other is
 * replaced in one step, and only files without a source are removed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build, type BuildOptions } from 'esbuild';
import { GameRequest } from './wire/resources.js';

const FOLDERS = ['src', 'strategies', 'test'];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
removeStale();
writeCheck();
await bundlePrograms();
await bundlePage();

/** Removes the output of deleted sources. */
function removeStale(): void {
  const sources = new Set(FOLDERS.flatMap(list).map(stem));
  const compiled = FOLDERS.flatMap((folder) => list(path.join('dist', folder)));
  for (const file of compiled) {
    const source = stem(path.relative('dist', file));
    if (stem(file) !== file && !sources.has(source)) rmSync(file, { force: true });
  }
}

/** The path of a source or its compiled file, without the extension. */
function stem(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]sx?(?:\.map)?$/, '');
}

function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
}

/** The schema of a request as code: children and workers check requests without loading Ajv, which takes 70 ms. */
function writeCheck(): void {
  // Validating our own schema is left to a test.
  const ajv = new Ajv({
    strict: true,
    useDefaults: true,
    ownProperties: true,
    validateSchema: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema(GameRequest, 'request');
  const code = standalone.default(ajv, { isGameRequest: 'request' });
  // Ajv writes `require` into modules as well.
  const head = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  writeFile('dist/src/wire/compiled-request.js', head + code);
}

/**
 * One file of each program: loaded separately, Kysely's modules alone would take 170 ms and 12 MB in each process of a
 * journal, and ours 25 ms in each process of a strategy.
 */
async function bundlePrograms(): Promise<void> {
  const common = {
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  } satisfies BuildOptions;
  // Next to its modules, which it finds by path.
  const child = 'dist/src/snakes/process/strategy-main';
  const strategy = await bundle({
    ...common,
    entryPoints: [`${child}.js`],
    outfile: `${child}.mjs`,
    packages: 'external',
  });
  writeFile(`${child}.mjs`, [...strategy.files.values()][0]!);
  const journal = await bundle({
    ...common,
    entryPoints: ['dist/src/journal/process/writer-main.js', 'dist/src/page/queries/reading-main.js'],
    outdir: 'dist/journal',
    entryNames: '[name]',
    // What only databases elsewhere need stays apart, and is loaded when a URL asks for it.
    splitting: true,
    external: ['pg', 'ajv'],
  });
  writeFolder('dist/journal', journal.files.set('licences.txt', licenceOf('kysely')));
}

/** File names carry a hash of their contents, so that a browser may keep them; `manifest.json` says which to load. */
async function bundlePage(): Promise<void> {
  const { files, entries } = await bundle({
    entryPoints: { app: 'src/page/client/main.tsx', style: 'src/page/client/style/app.css' },
    outdir: 'dist/page',
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox125', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
  });
  const manifest = { script: entries.get('main.tsx'), style: entries.get('app.css'), files: [...files.keys()] };
  files.set('licences.txt', ['preact', '@fontsource-variable/inter'].map(licenceOf).join('\n\n'));
  writeFolder('dist/page', files.set('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`));
}

type Content = string | Uint8Array;

/** Bundles without writing: the content of each file by its name, and the files' names by their entries' names. */
async function bundle(options: BuildOptions) {
  const made = await build({ ...options, bundle: true, logLevel: 'warning', write: false, metafile: true });
  const files = new Map<string, Content>(
    made.outputFiles.map(({ path: file, contents }) => [path.basename(file), contents]),
  );
  const entries = new Map(
    Object.entries(made.metafile.outputs).map(([file, { entryPoint = '' }]) => [
      path.basename(entryPoint),
      path.basename(file),
    ]),
  );
  return { files, entries };
}

function licenceOf(name: string): string {
  return `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`;
}

/** Writes files in their order, then removes all others of the folder. */
function writeFolder(folder: string, files: ReadonlyMap<string, Content>): void {
  for (const [name, content] of files) writeFile(path.join(folder, name), content);
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(path.join(folder, name), { force: true });
}

function writeFile(file: string, content: Content): void {
  const bytes = Buffer.from(content);
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  // Two builds at a time must not conflict: `npm test` next to `npm start`.
  const next = `dist/next-${process.pid}`;
  writeFileSync(next, bytes);
  renameSync(next, file);
}
