/** Bundles a strategy's file into code that any process can import. The host sends it to its children. */
import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop, type BuildFailure, type BuildResult, type Plugin } from 'esbuild';
import { diskReason, loadBytes, refuseUtf16 } from '../../config/read-text.js';
import { realPath } from '../../config/secrets.js';
import type { SourceBounds } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import { describeBuildError, importInsteadOf, STRATEGY_ENTRY, unknownBuiltin } from './describe-build-error.js';
import { isWithin, packageFolders } from '../../processes/sandbox/bubblewrap.js';
import { within } from '../../processes/timing.js';
import { hasDotSegment, ImportBounds, OutOfBounds } from './import-bounds.js';

/** Where the toolkit's files are. They only export, so a bundle keeps only the functions it uses. */
const OWN_FOLDER = path.dirname(STRATEGY_ENTRY) + path.sep;

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

/** A strategy's file and the files it imports, as one ES module. */
export interface Bundle {
  readonly file: string;
  readonly code: string;
  /** The first 16 hexadecimal digits of the code's SHA-256: the same for the same strategy on every machine. */
  readonly hash: string;
  /** Absolute paths of the strategy's file and the files it imports. Without packages and the host's toolkit. */
  readonly inputs: readonly string[];
  /** Absolute paths of the folders that its packages are in, and import others from. */
  readonly packages: readonly string[];
}

/**
 * Bundles a strategy's file. `serpentarium`, neighbouring files, and TypeScript wherever it lies become part of the
 * bundle; packages stay outside and are resolved from the folder of the file that imports them. Throws an `Error` whose
 * message lists every syntax error and failed import as `file:line:column` with its reason.
 *
 * @param limits what it may import (default: all that the host can read). Nothing else is read.
 */
export async function bundleStrategy(file: string, limits?: SourceBounds): Promise<Bundle> {
  inFlight += 1;
  const folder = process.cwd();
  const sources = new Map<string, Buffer>();
  const packages = new Set<string>();
  try {
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
      plugins: [...(bounds ? [stayWithin(bounds)] : []), leavePackages(packages, bounds), readInto(sources, bounds)],
      metafile: true,
    });
    const result = await within(building, MAX_BUNDLE_MS, (): never => {
      throw new Error(`its files were not read within ${MAX_BUNDLE_MS / 1000} s`);
    });
    const exportFault = findCommonJs(file, sources, result);
    if (exportFault !== undefined) throw new Error(exportFault);
    const inputs = inputsOf(result, folder);
    for (const input of inputs) bounds?.require(input);
    const code = result.outputFiles[0]!.text;
    return { file, code, hash: hashOf(code), inputs, packages: [...packages] };
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
function stayWithin(bounds: ImportBounds): Plugin {
  return {
    name: 'bounds',
    setup(builder) {
      builder.onResolve({ filter: /^/ }, ({ path: name, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData !== undefined) return undefined;
        const isPath = /^\.{0,2}\//.test(name) || /^\.{1,2}$/.test(name);
        if (!isPath && hasDotSegment(name)) return { errors: [{ text: `"${name}" is not the name of a package` }] };
        const refusal = isPath ? bounds.refusal(path.resolve(resolveDir, name)) : undefined;
        return refusal === undefined ? undefined : { errors: [{ text: refusal }] };
      });
    },
  };
}

/**
 * Leaves packages outside of the bundle. They are imported by the absolute URL to which the importing file's folder
 * resolves them.
 *
 * @param folders receives the folders that they need.
 */
function leavePackages(folders: Set<string>, bounds: ImportBounds | undefined): Plugin {
  return {
    name: 'packages',
    setup(builder) {
      builder.onResolve({ filter: /^serpentarium$/ }, () => ({ path: STRATEGY_ENTRY, sideEffects: false }));
      // Without this, a strategy that uses one toolkit function carries the whole search.
      builder.onResolve({ filter: /^\.\.?\// }, ({ path: name, importer, resolveDir }) => {
        if (!importer.startsWith(OWN_FOLDER)) return undefined;
        return { path: path.resolve(resolveDir, name), sideEffects: false };
      });
      builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
        if (pluginData === folders || kind === 'entry-point' || path.isAbsolute(name)) return undefined;
        if (kind === 'require-call') return { errors: [{ text: importInsteadOf(name) }] };
        if (isBuiltin(name)) return { path: name, external: true };
        if (name.startsWith('node:')) return { errors: [{ text: unknownBuiltin(name) }] };
        const found = await builder.resolve(name, { kind, resolveDir, pluginData: folders });
        if (found.errors.length > 0) return { errors: found.errors };
        const folder = packageFolderOf(found.path, name, resolveDir);
        const needed = folder === undefined ? [] : [...packageFolders(found.path), folder];
        const refusal = needed.map((one) => bounds?.add(one)).find((one) => one !== undefined);
        if (refusal !== undefined) return { errors: [{ text: refusal }] };
        // A path of tsconfig.json leads to a neighbour, not to a package.
        if (folder === undefined || TYPESCRIPT.test(found.path)) return undefined;
        for (const one of needed) folders.add(one);
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
  const own = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  const places = packageFolders(path.join(importing, 'file')).flatMap((folder) => [path.join(folder, own), folder]);
  return places.map(realPath).find((place) => isWithin(realPath(file), place));
}

/** Reads the files for esbuild, which would wait for a pipe, and keeps their contents. */
function readInto(sources: Map<string, Buffer>, bounds: ImportBounds | undefined): Plugin {
  return {
    name: 'sources',
    setup(builder) {
      builder.onLoad({ filter: /^/, namespace: 'file' }, async ({ path: file }) => {
        try {
          bounds?.require(file);
          const contents = await loadBytes(file, MAX_SOURCE_BYTES);
          refuseUtf16(contents);
          sources.set(file, contents);
          return { contents: bounds ? withoutOuterMap(contents) : contents, loader: 'default' };
        } catch (error) {
          const text =
            error instanceof OutOfBounds ? error.message : `"${path.relative('.', file)}" ${diskReason(error)}`;
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
function hashOf(code: string): string {
  const [program] = code.split('//# sourceMappingURL=', 1);
  return createHash('sha256').update(program!).digest('hex').slice(0, 16);
}
