/** Completes the checked entries of snakes, and checks the paths that they may access. Called by `read-config.ts`. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ConfigFile } from './schema.js';
import {
  REPLACED,
  type ArenaEntry,
  type HostConfig,
  type SideBySideConfig,
  type SnakeConfig,
  type SnakeSource,
} from './types.js';
import { isWithin } from '../processes/sandbox/bubblewrap.js';
import type { DeepPartial, Reports } from './check-shape.js';
import { secretIn, type Secret } from './secrets.js';

const replaced: ReadonlySet<string> = new Set(REPLACED);

type Written = ConfigFile['snakes'][number];

export function toSnakeConfig(written: Written, source: SnakeSource, places: SecretPlaces): SnakeConfig {
  const { author, version, customization, name = source.name } = written;
  const kept = Object.entries(written).filter(([key]) => !replaced.has(key));
  const entries = Object.entries({ ...customization, author, version }).filter(([, value]) => value !== undefined);
  const rest = Object.fromEntries(kept) as Omit<Written, (typeof REPLACED)[number]>;
  const allow = toAllowed(written.allow, source, places);
  return {
    ...rest,
    source: withBounds(withKept(source, places), { ...rest, allow }, places),
    allow,
    name,
    customization: Object.fromEntries(entries),
  };
}

/** The experiments with their own URL, each with its kind in one key, and the ones without. */
export function toExperimentConfigs(all: ConfigFile['experiments']): Pick<HostConfig, 'experiments' | 'sideBySide'> {
  return {
    experiments: all.flatMap(({ prefix, shadow, split, steps = [split], stepGames, promote, ...one }) => {
      if (prefix === undefined) return [];
      const drawn = shadow
        ? ({ split: 'shadow' } as const)
        : { split: steps.at(-1)!, plan: { steps, stepGames, promote } };
      return { prefix, ...toSides(one), ...drawn };
    }),
    sideBySide: all.filter(({ prefix }) => prefix === undefined).map(toSides),
  };
}

const toSides = ({ name, base, candidate }: SideBySideConfig) => ({ name, base, candidate });

/** The names of registered snakes on the platform, by prefix. */
export function toArenaEntries(
  written: readonly Pick<ConfigFile['snakes'][number], 'prefix' | 'name' | 'arena'>[],
): Map<string, ArenaEntry> {
  const entries = written.flatMap(({ prefix, name = prefix.slice(1) || 'snake', arena }) =>
    arena === undefined ? [] : [[prefix, { name, ...arena }] as const],
  );
  return new Map(entries);
}

type Allowed = ConfigFile['snakes'][number]['allow'];

/** Where the configuration is, and what no sandbox may show. */
interface SecretPlaces {
  readonly file: string;
  readonly secrets: readonly Secret[];
  /** The folder of kept versions; absent without a journal. */
  readonly versions: string | undefined;
}

function withKept(source: SnakeSource, { versions }: SecretPlaces): SnakeSource {
  const isVersioned = source.kind === 'strategy' && source.version !== undefined && versions !== undefined;
  return isVersioned ? { ...source, kept: versions } : source;
}

/** The host reads a strategy's files with its own rights: for a sandbox, only where the sandbox may read, too. */
function withBounds(
  source: SnakeSource,
  { isolation, allow: { read, write } }: Pick<SnakeConfig, 'isolation' | 'allow'>,
  { secrets }: SecretPlaces,
): SnakeSource {
  if (source.kind !== 'strategy' || isolation === 'process' || isolation === 'inline') return source;
  return { ...source, bounds: { folders: [dirname(source.file), ...read, ...write], secrets } };
}

/**
 * The allowed paths, absolute, with a command's own files: the folder in which it runs. If a secret lies in that
 * folder, only the files that the command names, with their folders below that one.
 */
function toAllowed({ network, read, write }: Allowed, source: SnakeSource, places: SecretPlaces): Allowed {
  const absolute = (one: string) => resolve(dirname(places.file), one);
  return { network, read: [...ownFiles(source, places), ...read.map(absolute)], write: write.map(absolute) };
}

function ownFiles(source: SnakeSource, { secrets }: SecretPlaces): string[] {
  if (source.kind !== 'command') return [];
  const { program, command, cwd } = source;
  if (secretIn(cwd, secrets) === undefined) return [cwd, program];
  const named = command.slice(1).map((word) => resolve(cwd, word));
  const files = [program, ...named].filter((file) => existsSync(file) && secretIn(file, secrets) === undefined);
  const isAmongOwn = (folder: string) => isWithin(folder, cwd) && secretIn(folder, secrets) === undefined;
  return files.map((file) => (isAmongOwn(dirname(file)) ? dirname(file) : file));
}

/** Reports missing paths under `allow`, and paths that would show the configuration or the journal. */
export function checkAllowed(
  snakes: DeepPartial<ConfigFile>['snakes'] & {},
  places: Pick<SecretPlaces, 'file' | 'secrets'>,
  { fault }: Reports,
): void {
  for (const [index, snake] of snakes.entries()) {
    for (const key of ['read', 'write'] as const) {
      for (const [item, written] of (snake?.allow?.[key] ?? []).entries()) {
        if (written === undefined) continue;
        const at = ['snakes', index, 'allow', key, item];
        const path = resolve(dirname(places.file), written);
        const secret = secretIn(path, places.secrets);
        if (!existsSync(path)) fault(at, `no file or folder at "${path}".`);
        else if (secret !== undefined) fault(at, `"${written}" holds ${secret}. Name another folder or file.`);
      }
    }
  }
}
