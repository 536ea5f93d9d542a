/** What a configuration says, complete: every default filled, every path absolute. The host is built from this alone. */
import type { Customization } from '../wire/customization.js';

/** How a strategy is run: in a child process of its own, or on the host's event loop. */
export const ISOLATIONS = ['process', 'inline'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** One entry of `snakes:`. */
export interface SnakeConfig {
  /** `/greedy`, or `/`. Begins with a slash; ends with one only where it is nothing else. */
  readonly prefix: string;
  /** Name of the strategy: its file without `.ts` or `.js`. */
  readonly strategy: string;
  /** Absolute path of the strategy's file. */
  readonly file: string;
  /** For logs and the list of snakes; the strategy's name unless given. */
  readonly name: string;
  /** What the YAML says of looks, author and version; wins over the strategy's file key by key. */
  readonly customization: Customization;
  /** As written; the strategy's own schema judges it when the strategy is loaded. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly isolation: Isolation;
  /** Most child processes at once, for games that overlap. */
  readonly processes: number;
  /** Resident memory a child may take, in MB. */
  readonly memoryMb: number;
  /** Names of the environment variables that the strategy sees. */
  readonly env: readonly string[];
  /** Travel time assumed until it is learnt, in ms. */
  readonly overhead: number;
}

/** `server.admin:`. */
export interface AdminConfig {
  readonly host: string;
  readonly port: number;
  /** What callers have to know; absent where everybody may read, which is on loopback alone. */
  readonly token?: string | undefined;
}

/** `journal:`. */
export interface JournalConfig {
  /** Absolute path of the database. */
  readonly path: string;
  readonly keepDays: number;
  readonly keepMb: number;
}

/** One entry of `experiments:`. */
export interface ExperimentConfig {
  readonly prefix: string;
  readonly name: string;
  /** Prefixes of two of the snakes. */
  readonly base: string;
  readonly candidate: string;
  /** Share of games that the candidate gets, between 0 and 1; `shadow` where it is asked after the base, and never answers. */
  readonly split: number | 'shadow';
}

/** `server:`. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** The second port for what opponents should not read, or `off`. */
  readonly admin: AdminConfig | 'off';
  /** Largest body taken, in bytes. */
  readonly maxBody: number;
  /** Time from the signal to end until no new connection is taken, in ms. */
  readonly drain: number;
  /** Time from the signal to end until the host exits whatever is in flight, in ms. */
  readonly grace: number;
}

/** A whole configuration file, with the environment over it. */
export interface HostConfig {
  /** Path as the operator wrote it: the first word of every fault. */
  readonly file: string;
  readonly server: ServerConfig;
  /** Absolute path of the directory with the strategies. */
  readonly strategies: string;
  readonly snakes: readonly SnakeConfig[];
  readonly experiments: readonly ExperimentConfig[];
  readonly journal: JournalConfig | 'off';
}
