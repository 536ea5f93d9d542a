/** Bundles a strategy's file into code that any process can import. The host sends it to its children. */
import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop, type BuildFailure, type BuildResult, type OnResolveResult, type Plugin } from 'esbuild';
import { diskReason, loadBytes, refuseUtf16 } from '../../config/read-text.js';
import { realPath } from '../../config/secrets.js';
import type { SourceBounds } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import { describeBuildError, importInsteadOf, STRATEGY_ENTRY, unknownBuiltin } from './describe-build-error.js';
import { GitError } from '../../processes/git.js';
import { isWithin, packageFolders } from '../../processes/sandbox/bubblewrap.js';
import { within } from '../../processes/timing.js';
import { CommittedFiles, existingFolder } from './committed-files.js';
import { hasDotSegment, ImportBounds, OutOfBounds } from './import-bounds.js';

/** Where the toolkit's files are. They only export, so a bundle keeps only the functions it uses. */
export const OWN_FOLDER = path.dirname(STRATEGY_ENTRY) + path.sep;

/** Bundles in progress. esbuild's process takes 43 MB, and stops when there are none. */
let inFlight = 0;
/** Node does not import it from packages. */
const TYPESCRIPT = /\.[cm]?tsx?$/;
/** The address of a source map in another file, which esbuild would read. */
const OUTER_SOURCE_MAP = /\bsourceMappingURL=(?!data:)/g;
/** Time to read the files, in ms: a disk may hang, and esbuild waits for a `package.json` that is a pipe. */
const MAX_BUNDLE_MS = 20_000;
/** Largest file, in bytes. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** A package that a bundle imports. */
export interface InstalledPackage {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  readonly version: string;
}

/** A strategy's file and the files it imports, as one ES module. */
export interface Bundle {
  readonly file: string;
  readonly code: string;
  /** The first 16 hexadecimal digits of the code's SHA-256: the same for the same strategy on every machine. */
  readonly hash: string;
  /** Absolute paths of the strategy's file and the files it imports, if on the disk. Without packages and toolkit. */
  readonly inputs: readonly string[];
  /** Absolute paths of all these files, wherever they came from. */
  readonly sources: readonly string[];
  /** Absolute paths of the folders that its packages are in, and import others from. */
  readonly packages: readonly string[];
  readonly installed: readonly InstalledPackage[];
  /** What may make it play unlike before, as sentences (default: none). */
  readonly warnings?: readonly string[] | undefined;
}

/** Where its files come from (default: the disk), and which of them it may have (default: all). */
interface Reading {
  readonly bounds: ImportBounds | undefined;
  readonly commit: CommittedFiles | undefined;
}

/**
 * Bundles a strategy's file. `serpentarium`, neighbouring files, and TypeScript wherever it lies become part of the
 * bundle; packages stay outside and are resolved from the folder of the file that imports them. Throws an `Error` whose
 * message lists every syntax error and failed import as `file:line:column` with its reason.
 *
 * @param limits what it may import (default: all that the host can read). Nothing else is read.
 * @param revision the Git commit that has its files (default: the disk). Packages and toolkit are always today's.
 */
export async function bundleStrategy(given: string, limits?: SourceBounds, revision?: string): Promise<Bundle> {
  inFlight += 1;
  const folder = process.cwd();
  const contents = new Map<string, Buffer>();
  const packages: PackageFolders = new Map();
  try {
    const commit = revision === undefined ? undefined : await CommittedFiles.open(given, revision);
    const { file } = commit ?? { file: given };
    const bounds = limits && new ImportBounds(limits, [OWN_FOLDER, ...packageFolders(file)]);
    const building = build({
      // By default, esbuild uses the folder in which it was loaded.
      absWorkingDir: folder,
      entryPoints: [file],
      outfile: 'strategy.mjs',
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // Comments would name paths, and the hash would depend on where the files are.
      minifyWhitespace: true,
      sourcemap: 'inline',
      sourcesContent: false,
      sourceRoot: pathToFileURL(folder).href + '/',
      logLevel: 'silent',
      plugins: [
        ...(bounds ? [stayWithin(bounds, commit)] : []),
        ...(commit ? [takeFrom(commit)] : []),
        leavePackages(packages, { bounds, commit }),
        readInto(contents, { bounds, commit }),
      ],
      metafile: true,
    });
    const result = await within(building, MAX_BUNDLE_MS, (): never => {
      throw new Error(`its files were not read within ${MAX_BUNDLE_MS / 1000} s`);
    });
    const exportFault = findCommonJs(file, contents, result);
    if (exportFault !== undefined) throw new Error(exportFault);
    const sources = inputsOf(result, folder);
    const inputs = sources.filter((source) => commit?.isUsed(source) !== true);
    for (const input of inputs) bounds?.require(input);
    const code = result.outputFiles[0]!.text;
    const installed = await findInstalled(packages);
    const bundle = { file, code, hash: hashOf(code), inputs, sources, packages: [...packages.keys()], installed };
    if (commit === undefined) return bundle;
    const warnings = await comparePackages(installed, ({ name }) => commit.lockedVersion(name));
    return { ...bundle, warnings };
  } catch (thrown) {
    const errors = (thrown as Partial<BuildFailure>).errors;
    if (errors === undefined) throw new Error(messageOf(thrown), { cause: thrown });
    const sentences = await Promise.all(errors.map(describeBuildError));
    throw new Error(sentences.join('; '), { cause: thrown });
  } finally {
    inFlight -= 1;
    if (inFlight === 0) await stop();
  }
}

function inputsOf({ metafile }: BuildResult<{ metafile: true }>, folder: string): string[] {
  const inputs = Object.keys(metafile.inputs).map((input) => path.resolve(folder, input));
  return inputs.filter((input) => !input.startsWith(OWN_FOLDER));
}

/** A sentence if the strategy's file assigns to `module.exports` or `exports`, which has no effect. */
function findCommonJs(
  file: string,
  sources: ReadonlyMap<string, Buffer>,
  { metafile, warnings }: BuildResult<{ metafile: true }>,
): string | undefined {
  const { entryPoint = '' } = Object.values(metafile.outputs)[0]!;
  const text = sources.get(path.resolve(entryPoint))?.toString() ?? '';
  const assigned = /^(?!\s*(?:\/\/|\*)).*?(?:\bmodule\.exports|\bexports\.\w+)(?=\s*=|\.\w+\s*=)/m.exec(text);
  const isMixed = warnings.some(({ id }) => id === 'commonjs-variable-in-esm');
  const isCommonJs = isMixed || metafile.inputs[entryPoint]?.format === 'cjs';
  if (!isCommonJs || assigned === null || /\btypeof (module|exports)\b/.test(text)) return undefined;
  const line = text.slice(0, assigned.index + assigned[0].length).split('\n').length;
  return `${path.relative('.', file)}:${line} use "export" instead of "module.exports"`;
}

/** Refuses an import outside of the bounds before esbuild looks for its file. */
function stayWithin(bounds: ImportBounds, commit: CommittedFiles | undefined): Plugin {
  return {
    name: 'bounds',
    setup(builder) {
      builder.onResolve({ filter: /^/ }, ({ path: name, kind, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData !== undefined) return undefined;
        const isPath = /^\.{0,2}\//.test(name) || /^\.{1,2}$/.test(name);
        if (!isPath && hasDotSegment(name)) return { errors: [{ text: `"${name}" is not the name of a package` }] };
        const file = path.resolve(resolveDir, name);
        const refusal = isPath ? bounds.refusal(file, commit?.isUsed(importer) ? file : undefined) : undefined;
        return refusal === undefined ? undefined : { errors: [{ text: refusal }] };
      });
    },
  };
}

/** Finds the strategy's file, and the neighbours of files of the commit, in the commit. */
function takeFrom(commit: CommittedFiles): Plugin {
  return {
    name: 'commit',
    setup(builder) {
      builder.onResolve({ filter: /^/ }, ({ path: name, kind, importer, resolveDir }) => {
        if (kind === 'entry-point') return { path: commit.file };
        const isPath = /^\.{0,2}\//.test(name) || /^\.{1,2}$/.test(name);
        return isPath && commit.isUsed(importer) ? findIn(commit, path.resolve(resolveDir, name)) : undefined;
      });
    },
  };
}

function findIn(commit: CommittedFiles, file: string): OnResolveResult {
  try {
    return { path: commit.resolve(file) };
  } catch (thrown) {
    return { errors: [{ text: messageOf(thrown) }] };
  }
}

/** The folders of packages, and those in which they look for others; each package with its name. */
type PackageFolders = Map<string, string | undefined>;

/** The packages that a bundle imports, as they are installed. */
async function findInstalled(packages: PackageFolders): Promise<InstalledPackage[]> {
  const named = [...packages].flatMap(([folder, name]) => (name === undefined ? [] : { folder, name }));
  return Promise.all(named.map(async (one) => ({ ...one, version: await installedVersion(one.folder) })));
}

async function installedVersion(folder: string): Promise<string> {
  try {
    const manifest = await loadBytes(path.join(folder, 'package.json'), MAX_SOURCE_BYTES);
    return String((JSON.parse(manifest.toString()) as { readonly version?: unknown }).version);
  } catch {
    return 'none';
  }
}

/** A sentence for each package whose version differs from the one returned by `versionThen`, if that is known. */
export async function comparePackages(
  packages: readonly InstalledPackage[],
  versionThen: (one: InstalledPackage) => Promise<string | undefined> | string,
): Promise<string[]> {
  const found = packages.map(async (one) => {
    const [then, now] = await Promise.all([versionThen(one), installedVersion(one.folder)]);
    return then === undefined || then === now ? [] : [`it had "${one.name}" ${then}, but ${now} is installed`];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Leaves packages outside of the bundle. They are imported by the absolute URL to which the importing file's folder
 * resolves them.
 *
 * @param folders receives the folders that they need.
 */
function leavePackages(folders: PackageFolders, { bounds, commit }: Reading): Plugin {
  return {
    name: 'packages',
    setup(builder) {
      builder.onResolve({ filter: /^serpentarium$/ }, () => ({ path: STRATEGY_ENTRY, sideEffects: false }));
      // Without this, a strategy that uses one toolkit function carries the whole search.
      builder.onResolve({ filter: /^\.\.?\// }, ({ path: name, importer, resolveDir }) => {
        if (!importer.startsWith(OWN_FOLDER)) return undefined;
        return { path: path.resolve(resolveDir, name), sideEffects: false };
      });
      builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, importer, pluginData, ...from }) => {
        if (pluginData === folders || kind === 'entry-point' || path.isAbsolute(name)) return undefined;
        if (kind === 'require-call') return { errors: [{ text: importInsteadOf(name) }] };
        if (isBuiltin(name)) return { path: name, external: true };
        if (name.startsWith('node:')) return { errors: [{ text: unknownBuiltin(name) }] };
        const isCommitted = commit?.isUsed(importer) === true;
        const resolveDir = isCommitted ? existingFolder(from.resolveDir) : from.resolveDir;
        const found = await builder.resolve(name, { kind, resolveDir, pluginData: folders });
        if (found.errors.length > 0) return { errors: found.errors };
        const folder = packageFolderOf(found.path, name, resolveDir);
        const needed = folder === undefined ? [] : [...packageFolders(found.path), folder];
        const refusal = needed.map((one) => bounds?.add(one)).find((one) => one !== undefined);
        if (refusal !== undefined) return { errors: [{ text: refusal }] };
        // A path of tsconfig.json leads to a neighbour, not to a package.
        if (folder === undefined && isCommitted) return findIn(commit, found.path);
        if (folder === undefined || TYPESCRIPT.test(found.path)) return undefined;
        for (const one of needed) folders.set(one, one === folder ? packageNameOf(name) : folders.get(one));
        return { path: pathToFileURL(found.path).href, external: true };
      });
    },
  };
}

/**
 * The folder of the package that has this file: one below a `node_modules` in which Node looks for it, or the one to
 * which a link there leads, as `npm link` and workspaces make them. Nothing if the file is in no package.
 */
function packageFolderOf(file: string, name: string, importing: string): string | undefined {
  const own = packageNameOf(name);
  const places = packageFolders(path.join(importing, 'file')).flatMap((folder) => [path.join(folder, own), folder]);
  return places.map(realPath).find((place) => isWithin(realPath(file), place));
}

function packageNameOf(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Reads the files for esbuild, which would wait for a pipe, and keeps their contents. */
function readInto(sources: Map<string, Buffer>, { bounds, commit }: Reading): Plugin {
  return {
    name: 'sources',
    setup(builder) {
      builder.onLoad({ filter: /^/, namespace: 'file' }, async ({ path: file }) => {
        try {
          const isCommitted = commit?.isUsed(file) === true;
          bounds?.require(file, isCommitted ? file : undefined);
          const contents = await (isCommitted ? commit.read(file) : loadBytes(file, MAX_SOURCE_BYTES));
          refuseUtf16(contents);
          sources.set(file, contents);
          return { contents: bounds ? withoutOuterMap(contents) : contents, loader: 'default' };
        } catch (error) {
          const isSentence = error instanceof OutOfBounds || error instanceof GitError;
          const text = isSentence ? error.message : `"${path.relative('.', file)}" ${diskReason(error)}`;
          return { errors: [{ text }] };
        }
      });
    },
  };
}

function withoutOuterMap(contents: Buffer): Buffer {
  return Buffer.from(contents.toString('latin1').replace(OUTER_SOURCE_MAP, 'sourceMap='), 'latin1');
}

/** Ignores the source map, which names paths of this machine. */
export function hashOf(code: string): string {
  const [program] = code.split('//# sourceMappingURL=', 1);
  return createHash('sha256').update(program!).digest('hex').slice(0, 16);
}
