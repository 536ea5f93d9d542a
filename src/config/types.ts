/**
 * A complete configuration: defaults filled in, paths absolute, the environment applied. `read-config.ts` makes it, the
 * host is built from it. Sizes are in bytes, times in ms. `schema.ts` describes the keys that are taken over unchanged.
 */
import type { Customization } from '../wire/customization.js';
import type { ConfigFile } from './schema.js';
import type { SnakeSource } from './source.js';

type WrittenSnake = ConfigFile['snakes'][number];
/** The keys of a snake that are stored in another form, or elsewhere. */
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
  /** For logs and the list of snakes (default: the source's). */
  readonly name: string;
  /** `customization`, `author` and `version`; each key overrides the snake's own. */
  readonly customization: Customization;
}

/** `server.admin:`. Without a token all clients may read, which is only allowed on loopback. */
export type AdminConfig = Exclude<ServerConfig['admin'], 'off'>;

/** `journal:`, with an absolute `path`, and the URL with its password. */
export type JournalConfig = Exclude<ConfigFile['journal'], 'off'> & { readonly path: string };

export interface ExperimentConfig extends Omit<WrittenExperiment, 'split' | 'shadow' | 'key' | 'arena'> {
  /**
   * The candidate's share of games, between 0 and 1; `shadow` if it is asked after the base and its answers are never
   * sent.
   */
  readonly split: number | 'shadow';
}

/** One entry of `alerts:`. `url` contains a secret: the path of a webhook. */
export type AlertConfig = ConfigFile['alerts'][number];

export type ServerConfig = Omit<ConfigFile['server'], 'url'>;

export interface ArenaEntry extends Omit<NonNullable<WrittenSnake['arena']>, 'name'> {
  readonly name: string;
}

export interface HostConfig {
  /** Path as written by the operator: the source of every fault. */
  readonly file: string;
  readonly server: ServerConfig;
  readonly strategies: string;
  readonly snakes: readonly SnakeConfig[];
  readonly experiments: readonly ExperimentConfig[];
  readonly journal: JournalConfig | 'off';
  readonly alerts: readonly AlertConfig[];
  /** The keys of snakes and experiments, by prefix. Separate, so that nothing else shows them. */
  readonly keys: ReadonlyMap<string, string>;
  /** The URL under which engines reach this host, without a final slash. */
  readonly publicUrl: string | undefined;
  /** By prefix. Separate: a change does not affect what is mounted. */
  readonly arena: ReadonlyMap<string, ArenaEntry>;
}
