/** From a strategy's file to code that any process can import. The host sends it to its children. */
import { createHash } from 'node:crypto';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type BuildFailure, type Message, type Plugin } from 'esbuild';
import { messageOf } from '../../errors.js';

/** A strategy's file and the files it imports, as one ES module. */
export interface Bundle {
  /** Absolute path of the strategy's file. */
  readonly file: string;
  readonly code: string;
  /** The first 16 hexadecimal digits of the code's SHA-256: the same for the same strategy on every machine. */
  readonly hash: string;
}

/** What `import … from 'serpentarium'` resolves to, wherever the strategy's file is. */
const STRATEGY_ENTRY = fileURLToPath(new URL('../../strategy.js', import.meta.url));

/**
 * Bundles a strategy's file. `serpentarium` and neighbouring files become part of the bundle; packages stay outside and
 * are resolved from the folder of the file that imports them. Throws an `Error` whose message lists `file:line:column`
 * and the reason of everything esbuild found.
 */
export async function bundleStrategy(file: string): Promise<Bundle> {
  try {
    const result = await build({
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
      sourceRoot: pathToFileURL(process.cwd()).href + '/',
      logLevel: 'silent',
      plugins: [packages],
    });
    const code = result.outputFiles[0]!.text;
    return { file, code, hash: hashOf(code) };
  } catch (thrown) {
    const errors = (thrown as Partial<BuildFailure>).errors;
    throw new Error(errors === undefined ? messageOf(thrown) : errors.map(formatMessage).join('; '), { cause: thrown });
  }
}

/**
 * Leaves packages outside of the bundle. They are imported by the absolute URL to which the importing file's folder
 * resolves them.
 */
const packages: Plugin = {
  name: 'packages',
  setup(builder) {
    builder.onResolve({ filter: /^serpentarium$/ }, () => ({ path: STRATEGY_ENTRY }));
    builder.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === packages || kind === 'entry-point' || path.isAbsolute(name)) return undefined;
      if (name.startsWith('node:') || builtinModules.includes(name)) return { path: name, external: true };
      const found = await builder.resolve(name, { kind, resolveDir, pluginData: packages });
      if (found.errors.length > 0) return { errors: found.errors };
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** The source map names paths of this machine, so it does not count. */
function hashOf(code: string): string {
  const [program] = code.split('//# sourceMappingURL=', 1);
  return createHash('sha256').update(program!).digest('hex').slice(0, 16);
}

function formatMessage({ text, location }: Message): string {
  if (location === null) return text;
  return `${location.file}:${location.line}:${location.column + 1} ${text}`;
}
