/** How a new project gets Serpentarium: from the registry, or as its own tarball. Called by `init`. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messageOf, usageFault } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { makeFolder } from '../../processes/make-folder.js';
import { version } from '../../version.js';

const PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where a project keeps the tarball, so that every clone has it. */
const FOLDER = 'vendor';

export type PackageSource =
  | { readonly kind: 'registry'; readonly range: string }
  | { readonly kind: 'tarball'; readonly file: string }
  | { readonly kind: 'folder'; readonly folder: string };

/** Finds out where this package was installed from; a checkout is a folder. */
export function findPackageSource(folder = PACKAGE): PackageSource {
  const modules = path.dirname(folder);
  const resolved = readResolved(path.join(modules, '.package-lock.json'), path.basename(folder));
  if (/^https?:/.test(resolved)) return { kind: 'registry', range: `^${version}` };
  const file = path.resolve(path.dirname(modules), resolved.replace(/^file:/, ''));
  if (resolved.endsWith('.tgz') && existsSync(file)) return { kind: 'tarball', file };
  return { kind: 'folder', folder };
}

export function dependencyOn(source: PackageSource): string {
  return source.kind === 'registry' ? source.range : `file:${tarballName()}`;
}

/**
 * Puts the tarball into a project, unless the package comes from the registry or the project has the tarball. Returns
 * its path. Throws a `UsageError` if it cannot be packed.
 */
export async function provideTarball(source: PackageSource, project: string): Promise<string | undefined> {
  const file = path.join(project, tarballName());
  if (source.kind === 'registry' || existsSync(file)) return undefined;
  try {
    makeFolder(path.dirname(file));
    if (source.kind === 'tarball') copyFileSync(source.file, file);
    else await pack(source.folder, path.dirname(file));
  } catch (thrown) {
    throw usageFault(file, `cannot be written: ${messageOf(thrown).trim()}. Is npm installed, and the folder yours?`);
  }
  return file;
}

/** Relative to the project. */
function tarballName(): string {
  return `${FOLDER}/serpentarium-${version}.tgz`;
}

/** Packs the compiled files with the types that strategies import. A new build would replace the running program. */
async function pack(folder: string, target: string): Promise<void> {
  const npm = (...words: string[]) =>
    promisify(execFile)('npm', [...words, '--silent'], {
      cwd: folder,
      env: { ...process.env, npm_config_pack_destination: path.resolve(target) },
      // On Windows, npm is a script.
      shell: process.platform === 'win32',
    });
  if (existsSync(path.join(folder, 'node_modules/typescript'))) await npm('run', 'declarations');
  await npm('pack', '--ignore-scripts');
}

/** Where npm found a package, according to the lockfile in `node_modules`; empty if unknown. */
function readResolved(lockfile: string, name: string): string {
  try {
    const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: unknown };
    const entry = isRecord(packages) ? packages[`node_modules/${name}`] : undefined;
    const resolved = isRecord(entry) ? entry['resolved'] : undefined;
    return typeof resolved === 'string' ? resolved : '';
  } catch {
    return '';
  }
}
