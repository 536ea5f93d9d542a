/** The source of a snake. Only the configuration and the code that mounts it distinguish its kinds. */

export interface StrategySource {
  readonly kind: 'strategy';
  readonly name: string;
  /** Absolute path of its file. */
  readonly file: string;
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

/** The source of one snake. Each kind is the YAML key that gives it. */
export type SnakeSource = StrategySource | CommandSource | UpstreamSource;

/** The program of a snake or of its server; absent without one. */
export function programOf(source: SnakeSource): ProgramSource | undefined {
  if (source.kind === 'strategy') return undefined;
  return source.kind === 'command' ? source : source.run;
}

/** The URL of a snake's server, with its secrets; absent if it is no server. */
export function serverOf(source: SnakeSource): URL | undefined {
  return source.kind === 'upstream' ? new URL(source.url) : undefined;
}

/** The name of a source with its kind: opponents may read it. */
export function publicNameOfSource(source: SnakeSource): string {
  return `${source.kind} ${source.name}`;
}

/** A source as written by the operator, for errors and the log, without a password. */
export function writtenSource(source: SnakeSource): string {
  if (source.kind === 'strategy') return source.name;
  return source.kind === 'command' ? source.command.join(' ') : withoutCredentials(source.url);
}

/** The URL of a server without user, password and query. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
