/** Reads the keys of version 0.1 that have another name today, with a warning. Called by `read-config.ts`. */
import { formatPointer, type Path } from '../json-pointer.js';
import { isRecord } from '../kind-of.js';
import type { Reports } from './check-shape.js';
import type { YamlTree } from './yaml-tree.js';

/** Where each old key was, its new name, and the unit that its number had. */
const RENAMED = [
  { section: 'server', old: 'gamesMb', now: 'gamesMemory', unit: 'mb' },
  { section: 'snakes', old: 'memoryMb', now: 'memory', unit: 'mb' },
  { section: 'journal', old: 'keepDays', now: 'keepFor', unit: 'd' },
  { section: 'journal', old: 'keepMb', now: 'maxSize', unit: 'mb' },
  { section: 'alerts', old: 'minutes', now: 'within', unit: 'm' },
  { section: 'alerts', old: 'pauseMinutes', now: 'pause', unit: 'm' },
] as const;

/** The file with the new names of its keys, and units for their numbers. Each place is still that of the old key. */
export function withNewKeys(tree: YamlTree, { fault, warning }: Pick<Reports, 'fault' | 'warning'>): YamlTree {
  if (!isRecord(tree.value)) return tree;
  const written = new Map<string, Path>();
  for (const { section, old, now, unit } of RENAMED) {
    for (const { path, keys } of entriesOf(section, tree.value[section])) {
      if (keys[old] === undefined) continue;
      if (keys[now] !== undefined) {
        fault([...path, old], `"${old}" is the old name of "${now}", which is written as well. Remove it.`, 'key');
      } else {
        const value = typeof keys[old] === 'number' ? `${keys[old]}${unit}` : keys[old];
        warning(
          [...path, old],
          `"${old}" is now called "${now}"${typeof value === 'string' ? `: write "${now}: ${value}"` : ''}.`,
          'key',
        );
        keys[now] = value;
        written.set(formatPointer([...path, now]), [...path, old]);
      }
      delete keys[old];
    }
  }
  const asWritten = (path: Path) => written.get(formatPointer(path)) ?? path;
  return {
    ...tree,
    locate: (path, part) => tree.locate(asWritten(path), part),
    has: (path) => tree.has(asWritten(path)),
  };
}

function entriesOf(section: string, value: unknown): { readonly path: Path; readonly keys: Record<string, unknown> }[] {
  if (isRecord(value)) return [{ path: [section], keys: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((keys: unknown, index) => (isRecord(keys) ? [{ path: [section, index], keys }] : []));
}
