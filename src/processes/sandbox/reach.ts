/** What a sandboxed program may access, and what our own programs need. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a program may access besides the system's programs and libraries. Paths are absolute. */
export interface Reach {
  /** Whether it may open connections and listen, as any program on the machine. */
  readonly network: boolean;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** The folder of this package's compiled code. Besides packages, its programs import from here only. */
const OWN_CODE = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The paths that a child with our own code has to read: Node, that code, and the packages that it imports. */
export function ownCode(): string[] {
  const root = path.resolve(OWN_CODE, '../..');
  return [process.execPath, OWN_CODE, path.join(root, 'package.json'), ...packageFolders(OWN_CODE)];
}

/** The folders in which Node looks for the packages that a file or folder imports. */
export function packageFolders(file: string): string[] {
  return ancestorsOf(file)
    .map((folder) => path.join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder));
}

/** The folders above a path, the root last. */
export function ancestorsOf(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [] : [parent, ...ancestorsOf(parent)];
}

/** Whether `inner` is `outer`, or lies in it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || ancestorsOf(inner).includes(outer);
}
