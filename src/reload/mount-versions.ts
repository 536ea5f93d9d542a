/** Mounts what is new in a configuration, and keeps what is the same. Called by `reloader.ts`. */
import type { Fault } from '../errors.js';
import { findSources, mountAll, mountExperiments, type MountAllDeps } from '../mount-all.js';
import type { ClosableMount } from '../snakes/mount.js';
import type { MountTable, SourcedMount } from '../snakes/mount-table.js';
import type { BundleCache } from '../snakes/strategy/bundle-cache.js';

/** Everything that a configuration mounts, in its order, and what its new strategies warned of. */
export interface MountedVersions {
  readonly versions: readonly SourcedMount[];
  readonly warnings: readonly Fault[];
}

/** What is wired to every mount. */
export type MountVersionsDeps = Omit<MountAllDeps, 'isWanted' | 'bundles'> & { readonly bundles: BundleCache };

/**
 * Mounts what `table` does not have yet, with `version`. All or nothing: throws as {@link mountAll} and
 * {@link mountExperiments} do, and then nothing new is left running. Changes neither the table nor what is in it.
 */
export async function mountVersions(
  deps: MountVersionsDeps,
  table: Pick<MountTable, 'find'>,
  version: number,
): Promise<MountedVersions> {
  const { keys, snakes, experiments } = deps.loaded.config;
  const sources = await findSources(deps);
  const prefixes = [...snakes, ...experiments].map(({ prefix }) => prefix);
  const kept = new Map<string, SourcedMount>();
  for (const prefix of prefixes) {
    const source = sources.get(prefix);
    const same = source && table.find(prefix, source);
    if (same !== undefined) kept.set(prefix, same);
  }
  const isWanted = (prefix: string) => !kept.has(prefix);
  const mounted = await mountAll({ ...deps, isWanted });
  const both = await mountExperiments({ ...deps, isWanted }).catch(async (thrown: unknown) => {
    await Promise.all(mounted.snakes.map((snake) => snake.close()));
    throw thrown;
  });
  const made = new Map<string, ClosableMount>([...mounted.snakes, ...both].map((mount) => [mount.prefix, mount]));
  const versions = prefixes.map((prefix) => {
    const mount = made.get(prefix);
    if (mount === undefined) return kept.get(prefix)!;
    return { mount, version, key: keys.get(prefix), source: sources.get(prefix)! };
  });
  return { versions, warnings: mounted.warnings };
}
