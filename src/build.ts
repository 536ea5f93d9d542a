/**
 * Writes `dist/`: the sources as JavaScript, the check of requests, the programs of child processes, the page. All is
 * made before anything is written, so a fault leaves the last build. A host may be running from these files: one that
 * has not changed is left alone, any other is replaced in one step, and only files without a source are removed.
 * `bin/build.js` runs this in the root, with the folders to compile as arguments.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { GameRequest } from './wire/resources.js';

/** What the tests read, and what a player has installed next to a strategy. */
const NO_SOURCE = /\.d\.ts$|[/\\](?:fixtures|node_modules)[/\\]/;

/** The schema of a request as code: children and workers check requests without loading Ajv, which takes 70 ms. */
const check = createCheck();
const withCheck: Plugin = {
  name: 'check',
  setup(builder) {
    builder.onResolve({ filter: /\/compiled-request\.js$/ }, () => ({ path: 'check', namespace: 'made' }));
    builder.onLoad({ filter: /^/, namespace: 'made' }, () => ({ contents: check }));
  },
};

const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['src', 'strategies', 'test'];
/** What to write, by its path. */
const made = new Map<string, Uint8Array>();
add('dist/src/wire/compiled-request.js', check);
await compileSources();
await bundlePrograms();
await bundlePage();
for (const [file, content] of made) write(file, content);
for (const file of ['journal', 'page', ...folders].flatMap((folder) => filesOf(path.join('dist', folder)))) {
  if (!made.has(file)) rmSync(file, { force: true });
}

function add(file: string, content: string | Uint8Array): void {
  made.set(path.normalize(file), Buffer.from(content));
}

function createCheck(): string {
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
  return `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${code}`;
}

/** A file of JavaScript for each source, with its source map. */
async function compileSources(): Promise<void> {
  const sources = folders.flatMap(filesOf).filter((file) => /\.[jt]sx?$/.test(file) && !NO_SOURCE.test(file));
  await compile({ entryPoints: sources, outdir: 'dist', outbase: '.', target: 'es2023', sourcemap: true });
}

/**
 * One file of each program: loaded separately, Kysely's modules alone would take 170 ms and 12 MB in each process of a
 * journal, and ours 25 ms in each process of a strategy.
 */
async function bundlePrograms(): Promise<void> {
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  } satisfies BuildOptions;
  await compile({
    ...common,
    entryPoints: ['src/snakes/process/strategy-main.ts'],
    // Next to its modules, which it finds by path.
    outfile: 'dist/src/snakes/process/strategy-main.mjs',
    packages: 'external',
  });
  await compile({
    ...common,
    entryPoints: ['src/journal/process/writer-main.ts', 'src/page/queries/reading-main.ts'],
    outdir: 'dist/journal',
    entryNames: '[name]',
    // What only databases elsewhere or pictures need stays apart, and is loaded when it is needed.
    splitting: true,
    external: ['pg', 'ajv', '@resvg/resvg-js'],
  });
  add('dist/journal/licences.txt', licenceOf('kysely'));
}

/** File names carry a hash of their contents, so that a browser may keep them; `manifest.json` says which to load. */
async function bundlePage(): Promise<void> {
  const script = 'src/page/client/main.tsx';
  const style = 'src/page/client/style/app.css';
  const outputs = await compile({
    entryPoints: { app: script, style },
    outdir: 'dist/page',
    bundle: true,
    target: ['es2022', 'chrome123', 'firefox125', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
  });
  const nameOf = (entry: string) => outputs.find(({ entryPoint }) => entryPoint === entry)?.name;
  const files = outputs.map(({ name }) => name);
  const manifest = { script: nameOf(script), style: nameOf(style), files };
  add('dist/page/licences.txt', ['preact', '@fontsource-variable/inter'].map(licenceOf).join('\n\n'));
  add('dist/page/manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Adds what esbuild makes. Returns the files' names, and for which entries they are. */
async function compile(options: BuildOptions) {
  const { outputFiles, metafile } = await build({
    format: 'esm',
    plugins: [withCheck],
    ...options,
    logLevel: 'warning',
    write: false,
    metafile: true,
  });
  for (const { path: file, contents } of outputFiles) add(path.relative('.', file), contents);
  return Object.entries(metafile.outputs).map(([file, { entryPoint }]) => ({ name: path.basename(file), entryPoint }));
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function licenceOf(name: string): string {
  return `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`;
}

function write(file: string, content: Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  // Two builds at a time must not conflict: `npm test` next to `npm start`.
  const next = `dist/next-${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, file);
}
