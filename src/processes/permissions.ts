/**
 * Flags by which Node itself keeps a child from files that it was not given. They hold what `fs` is asked to do, by
 * mistake for example, and nothing else: what the child starts, and native code, pass them by. Used for strategies.
 */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Reach } from './sandbox/reach.js';

/** Strategies may use all of Node's modules; what this Node knows of these is allowed. */
const ALLOWED = ['--allow-addons', '--allow-child-process', '--allow-net', '--allow-wasi', '--allow-worker'];

/** The flags for this version of Node. What may be written may be read. */
export function permissionFlags(
  { read, write }: Pick<Reach, 'read' | 'write'>,
  known: ReadonlySet<string> = process.allowedNodeEnvironmentFlags,
): string[] {
  const permission = ['--permission', '--experimental-permission'].find((flag) => known.has(flag));
  if (permission === undefined) return [];
  return [
    permission,
    ...ALLOWED.filter((flag) => known.has(flag)),
    ...withReal([...read, ...write]).flatMap((one) => both('--allow-fs-read', one)),
    ...withReal(write).flatMap((one) => both('--allow-fs-write', one)),
  ];
}

/** Node takes a path for a folder, with all that is in it, only if it is there. */
function both(flag: string, file: string): string[] {
  return existsSync(file) ? [`${flag}=${file}`] : [`${flag}=${file}`, `${flag}=${path.join(file, '*')}`];
}

/** Node asks for the path behind symbolic links, too, of what it imports. */
function withReal(files: readonly string[]): string[] {
  return [...new Set(files.flatMap((file) => [file, realPath(file)]))];
}

function realPath(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const parent = path.dirname(file);
  return parent === file ? file : path.join(realPath(parent), path.basename(file));
}
