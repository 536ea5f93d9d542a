/**
 * A complete configuration: defaults filled in, paths absolute, the environment applied. `read-config.ts` makes it, the
 * host is built from it. Sizes are in bytes, times in ms. `schema.ts` describes the keys that are taken over unchanged.
 * Only the configuration and the code that mounts a snake distinguish the kinds of its source.
 */
import path from 'node:path';
import type { Customization } from '../wire/customization.js';
import type { ConfigFile } from './schema.js';
import type { Secret } from './secrets.js';

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

/** An experiment with its own URL. */
export interface ExperimentConfig extends SideBySideConfig {
  readonly prefix: string;
  /**
   * The candidate's largest share of games, between 0 and 1; `shadow` if it is asked after the base and its answers are
   * never sent.
   */
  readonly split: number | 'shadow';
  /** Absent with `shadow`. */
  readonly plan?: SharePlan | undefined;
}

/** How the candidate's share of games grows: at least one step, and what happens when it is better. */
export type SharePlan = Required<Pick<WrittenExperiment, 'steps' | 'stepGames' | 'promote'>>;

/** An experiment whose sides play under their own URLs: games in which both play are compared. */
export type SideBySideConfig = Pick<WrittenExperiment, 'name' | 'base' | 'candidate'>;

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
  readonly sideBySide: readonly SideBySideConfig[];
  readonly journal: JournalConfig | 'off';
  readonly alerts: readonly AlertConfig[];
  /** The keys of snakes and experiments, by prefix. Separate, so that nothing else shows them. */
  readonly keys: ReadonlyMap<string, string>;
  /** The URL under which engines reach this host, without a final slash. */
  readonly publicUrl: string | undefined;
  /** By prefix. Separate, because a change does not affect mounted snakes. */
  readonly arena: ReadonlyMap<string, ArenaEntry>;
}

export interface StrategySource {
  readonly kind: 'strategy';
  /** As written, with its version. */
  readonly name: string;
  /** Absolute path of its file. With a version, it need not exist now. */
  readonly file: string;
  /** The text after the "@" in its name: a commit or a hash (default: its file as it is now). */
  readonly version?: string | undefined;
  /** With a version: absolute path of the folder of kept versions (default: none are kept). */
  readonly kept?: string | undefined;
  /** Limits the files that it imports (default: none). Set for a sandbox. */
  readonly bounds?: SourceBounds;
}

/** What a strategy in a sandbox may import, besides packages. Plain data. */
export interface SourceBounds {
  /** Absolute paths of the strategies folder and of what the configuration allows. */
  readonly folders: readonly string[];
  readonly secrets: readonly Secret[];
}

/** A program in any language, and where it runs. */
export interface ProgramSource {
  /** The snake's file, without the words of the command: opponents may read the name, and words may be secrets. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Absolute path of the program, which is the first word. */
  readonly program: string;
  /** Absolute path of the folder in which it runs. */
  readonly cwd: string;
}

export interface CommandSource extends ProgramSource {
  readonly kind: 'command';
}

export interface UpstreamSource {
  readonly kind: 'upstream';
  /** The name of its prefix: opponents may read it. */
  readonly name: string;
  /** With its secrets. */
  readonly url: string;
  /** Its program, if the host runs that. */
  readonly run?: ProgramSource | undefined;
}

/** Absolute path of the folder in which the versions that played are kept; absent without a journal. */
export function versionsFolder(journal: HostConfig['journal']): string | undefined {
  return journal === 'off' ? undefined : path.join(path.dirname(journal.path), 'versions');
}

/** The source of one snake. Each kind is the YAML key that gives it. */
export type SnakeSource = StrategySource | CommandSource | UpstreamSource;
export const SOURCE_KINDS = ['strategy', 'command', 'upstream'] as const satisfies readonly SnakeSource['kind'][];

/** The program of a snake or of its server; absent without one. */
export function programOf(source: SnakeSource): ProgramSource | undefined {
  if (source.kind === 'strategy') return undefined;
  return source.kind === 'command' ? source : source.run;
}

/** The port of a URL (default: the scheme's). */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? { 'http:': 80, 'https:': 443 }[protocol]! : Number(port);
}

/** The URL of a snake's server, with its secrets; absent if it is no server. */
export function serverOf(source: SnakeSource): URL | undefined {
  return source.kind === 'upstream' ? new URL(source.url) : undefined;
}

/** The environment of a snake: the variables that the configuration names, and for a program also `PATH`. */
export function variablesOf({ source, env }: Pick<SnakeConfig, 'source' | 'env'>): readonly string[] {
  return source.kind === 'strategy' ? env : ['PATH', ...env];
}

/** A source as written by the operator, for errors and the log, without a password. */
export function writtenSource(source: SnakeSource): string {
  if (source.kind === 'strategy') return source.name;
  return source.kind === 'command' ? source.command.join(' ') : withoutCredentials(source.url);
}

/** The URL of a server without user, password and query. */
export function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
