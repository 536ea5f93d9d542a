/** What a snake is made from. Only the configuration and the place that mounts ask for its kind. */

export interface StrategySource {
  readonly kind: 'strategy';
  readonly name: string;
  /** Absolute path of its file. */
  readonly file: string;
}

/** A program in any language, and where it runs. */
export interface ProgramSource {
  /** The file that is the snake: opponents may read it, and words may be secrets. */
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
  /** That of its prefix: opponents may read it. */
  readonly name: string;
  /** With all that is secret in it. */
  readonly url: string;
  /** What serves it, if the host runs that. */
  readonly run?: ProgramSource | undefined;
}

/** What one snake is made from. Each kind is the key of the YAML that gives it. */
export type SnakeSource = StrategySource | CommandSource | UpstreamSource;

/** The program that a snake is, or that serves it; absent if there is none. */
export function programOf(source: SnakeSource): ProgramSource | undefined {
  if (source.kind === 'strategy') return undefined;
  return source.kind === 'command' ? source : source.run;
}

/** Where anybody who is let in may ask the snake, with all that is secret; absent if it is no server. */
export function serverOf(source: SnakeSource): URL | undefined {
  return source.kind === 'upstream' ? new URL(source.url) : undefined;
}

/** What a source is called with its kind: opponents may read it. */
export function publicNameOfSource(source: SnakeSource): string {
  return `${source.kind} ${source.name}`;
}

/** A source as the operator has written it, for errors and the log, without a password. */
export function writtenSource(source: SnakeSource): string {
  if (source.kind === 'strategy') return source.name;
  return source.kind === 'command' ? source.command.join(' ') : withoutCredentials(source.url);
}

/** Where a server is, without user, password and query. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
