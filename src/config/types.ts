/**
 * A complete configuration: defaults filled in, paths absolute, the environment applied. `read-config.ts` makes it, the
 * host is built from it. Sizes are in bytes, times in ms. `schema.ts` describes the keys that are taken over unchanged.
 */
import type { Customization } from '../wire/customization.js';
import type { ConfigFile } from './schema.js';
import type { SnakeSource } from './source.js';

type WrittenSnake = ConfigFile['snakes'][number];
/** The keys of a snake that its configuration has in another form, or elsewhere. */
export const REPLACED = [
  'strategy',
  'command',
  'upstream',
  'run',
  'cwd',
  'author',
  'version',
  'name',
  'customization',
  'key',
  'arena',
] as const satisfies readonly (keyof WrittenSnake)[];
type WrittenExperiment = ConfigFile['experiments'][number];

export interface SnakeConfig extends Omit<WrittenSnake, (typeof REPLACED)[number]> {
  readonly source: SnakeSource;
  /** For logs and the list of snakes; that of the source by default. */
  readonly name: string;
  /** `customization`, `author` and `version`; each key wins over the snake's own. */
  readonly customization: Customization;
}

/** `server.admin:`. Without a token everybody may read, which is allowed on loopback only. */
export type AdminConfig = Exclude<ServerConfig['admin'], 'off'>;

/** `journal:`, with `path` absolute, and the URL itself: it holds a password. */
export type JournalConfig = Exclude<ConfigFile['journal'], 'off'> & { readonly path: string };

/** One entry of `experiments:`. */
export interface ExperimentConfig extends Omit<WrittenExperiment, 'split' | 'shadow' | 'key' | 'arena'> {
  /** The candidate's share of games, between 0 and 1; `shadow` if it is asked after the base and never answers. */
  readonly split: number | 'shadow';
}

/** One entry of `alerts:`. `url` is the URL itself: the path of a webhook is its password. */
export type AlertConfig = ConfigFile['alerts'][number];

export type ServerConfig = Omit<ConfigFile['server'], 'url'>;

export interface ArenaEntry extends Omit<NonNullable<WrittenSnake['arena']>, 'name'> {
  readonly name: string;
}

export interface HostConfig {
  /** Path as the operator wrote it: the source of every fault. */
  readonly file: string;
  readonly server: ServerConfig;
  /** Absolute path of the directory of strategies. */
  readonly strategies: string;
  readonly snakes: readonly SnakeConfig[];
  readonly experiments: readonly ExperimentConfig[];
  readonly journal: JournalConfig | 'off';
  readonly alerts: readonly AlertConfig[];
  /** The keys of the snakes and experiments that have one, by prefix. Kept apart, so that nothing else shows them. */
  readonly keys: ReadonlyMap<string, string>;
  /** Where engines reach this host; without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** By prefix. Kept apart: a change of it changes nothing that is mounted. */
  readonly arena: ReadonlyMap<string, ArenaEntry>;
}
