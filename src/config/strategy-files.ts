import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean } from '../errors/did-you-mean.js';
import { diskReason, isFile } from './read-text.js';
import { splitVersion, versionProblem } from './strategy-version.js';
import type { StrategySource } from './types.js';

export const STRATEGIES = 'strategies';

/** The end of a source's name: JavaScript or TypeScript, whatever kind of module it is for Node. */
export const SOURCE = /\.[cm]?[jt]sx?$/;

/** Absolute path of the strategies that come with the package. */
const SHIPPED = fileURLToPath(new URL('../../../strategies', import.meta.url));

export interface StrategyDirectory {
  /** The path as the operator wrote it, for error messages. */
  readonly written: string;
  readonly path: string;
  /** The file names of each strategy: more than one if they differ in their endings alone, as `x.ts` and `x.js`. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** Why the list is empty: there is no directory. */
  readonly problem?: string;
}

/** Lists the files of {@link SOURCE} directly in the directory at the absolute `path`; or explains why it cannot. */
export function listStrategies(path: string, written = path): StrategyDirectory | { readonly problem: string } {
  const files = new Map<string, string[]>();
  try {
    for (const file of readdirSync(path).sort()) {
      const name = file.replace(SOURCE, '');
      if (name === file || !/^[A-Za-z0-9_][\w.-]*$/.test(name) || name.endsWith('.d') || !isFile(join(path, file)))
        continue;
      files.set(name, [...(files.get(name) ?? []), file]);
    }
  } catch (error) {
    const reason = isFile(path) ? 'is a file' : diskReason(error);
    return { problem: `strategies directory "${written}" ${reason}. It was looked for at "${path}".` };
  }
  return { written, path, files };
}

/** Lists a default directory, which may be missing, because shipped strategies need none. */
export function listIfThere(path: string, written: string): StrategyDirectory {
  const found = listStrategies(path, written);
  return 'files' in found ? found : { written, path, files: new Map(), problem: found.problem };
}

/**
 * The strategy of a name, which may have a version: one of the directory, or else one that comes with the package.
 * Otherwise a sentence with the fault; it may suggest one of `others`. Whether a version exists shows when it is read.
 */
export function findStrategy(
  directory: StrategyDirectory,
  written: string,
  others?: readonly string[],
): Pick<StrategySource, 'file' | 'version'> | { readonly problem: string } {
  const split = splitVersion(written);
  const { name, version } = split;
  const found = findFile(directory, name, others);
  if (version === undefined) return found;
  const problem = versionProblem(split);
  if (problem !== undefined) return { problem };
  // Its file may have been deleted since.
  const isMissing = 'problem' in found && /^[\w-][\w.-]*$/.test(name) && !SOURCE.test(name);
  if ('problem' in found && (!isMissing || directory.files.has(name))) return found;
  const file = 'file' in found ? found.file : join(directory.path, name);
  return { file, version };
}

/** The absolute path of a strategy's file. */
function findFile(
  { files, path, written, problem }: StrategyDirectory,
  name: string,
  others: readonly string[] = [],
): { readonly file: string } | { readonly problem: string } {
  const found = files.get(name) ?? [];
  if (found.length === 1) return { file: join(path, found[0]!) };
  if (found.length > 1) {
    const both = found.map((file) => `"${file}"`).join(' and ');
    return { problem: `strategy "${name}" has two files, ${both}. Rename or delete one of them.` };
  }
  const bare = name.replace(SOURCE, '');
  if (files.has(bare)) {
    return { problem: `strategy "${name}" is written with its extension. Did you mean "${bare}"?` };
  }
  if (/[/\\]/.test(name)) {
    return { problem: `strategy "${name}" is a path. A strategy is the name of a file directly in "${written}".` };
  }
  const shipped = path === SHIPPED ? undefined : listStrategies(SHIPPED);
  const more = shipped !== undefined && 'files' in shipped ? shipped.files : undefined;
  const [file] = more?.get(name) ?? [];
  if (file !== undefined) return { file: join(SHIPPED, file) };
  const hint = didYouMean(name, [...files.keys(), ...(more?.keys() ?? []), ...others]);
  if (hint === '' && problem !== undefined) return { problem: `strategy "${name}" is not found: ${problem}` };
  return { problem: `strategy "${name}" is not in "${written}".${hint || ` ${listed([...files.keys()])}`}` };
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'No .ts or .js file is there.';
  const shown = names.slice(0, 10).map((name) => `"${name}"`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `Strategies: ${shown.join(', ')}${more}.`;
}
