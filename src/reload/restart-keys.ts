/** Which changes of a configuration a running host cannot take over. Called by `reloader.ts`. */
import { isDeepStrictEqual } from 'node:util';
import type { HostConfig } from '../config/types.js';
import { isRecord } from '../kind-of.js';

/** The keys, such as `server.port`, that have changed and take effect with a restart only. Never their values. */
export function findRestartKeys(before: HostConfig, after: HostConfig): string[] {
  return (['server', 'journal'] as const).flatMap((key) => changedKeys(key, before[key], after[key]));
}

function changedKeys(path: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changedKeys(`${path}.${key}`, before[key], after[key]));
}
