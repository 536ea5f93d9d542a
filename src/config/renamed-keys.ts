/** Reads the keys of version 0.1 that have another name today, with a warning. Called by `read-config.ts`. */
import { formatPointer, type Path } from '../json-pointer.js';
import { isRecord } from '../kind-of.js';
import type { Reports } from './check-shape.js';

/** Where each old key was, its new name, and the unit that its number had. */
const RENAMED = [
  { section: 'server', old: 'gamesMb', now: 'gamesMemory', unit: 'mb' },
  { section: 'snakes', old: 'memoryMb', now: 'memory', unit: 'mb' },
  { section: 'journal', old: 'keepDays', now: 'keepFor', unit: 'd' },
  { section: 'journal', old: 'keepMb', now: 'maxSize', unit: 'mb' },
  { section: 'alerts', old: 'minutes', now: 'within', unit: 'm' },
  { section: 'alerts', old: 'pauseMinutes', now: 'pause', unit: 'm' },
] as const;

/**
 * Gives the keys of a file their new names, and their numbers a unit. Changes `file`. Returns the path as it is written
 * of each path that has changed, by its pointer.
 */
export function renameKeys(file: unknown, { fault, warning }: Reports): Map<string, Path> {
  const written = new Map<string, Path>();
  if (!isRecord(file)) return written;
  for (const { section, old, now, unit } of RENAMED) {
    for (const { path, keys } of entriesOf(section, file[section])) {
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
  return written;
}

function entriesOf(section: string, value: unknown): { readonly path: Path; readonly keys: Record<string, unknown> }[] {
  if (isRecord(value)) return [{ path: [section], keys: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((keys: unknown, index) => (isRecord(keys) ? [{ path: [section, index], keys }] : []));
}
