/** What a snake is made from. Only the configuration and the place that mounts ask for its kind. */

/** A strategy: a file of TypeScript or JavaScript. */
export interface StrategySource {
  readonly kind: 'strategy';
  readonly name: string;
  /** Absolute path of its file. */
  readonly file: string;
}

/** A program in any language. */
export interface CommandSource {
  readonly kind: 'command';
  /** The file that is the snake: opponents may read it, and words may be secrets. */
  readonly name: string;
  /** As written. */
  readonly command: readonly [string, ...string[]];
  /** Absolute path of the program, which is the first word. */
  readonly program: string;
  /** Absolute path of the folder in which it runs. */
  readonly cwd: string;
}

/** What one snake is made from. Each kind is the key of the YAML that gives it. */
export type SnakeSource = StrategySource | CommandSource;

/** What a source is called, in the journal and on all pages: opponents may read it. */
export function nameOfSource(source: SnakeSource): string {
  return source.name;
}

/** What a source is called with its kind. */
export function publicNameOfSource(source: SnakeSource): string {
  return `${source.kind} ${nameOfSource(source)}`;
}

/** A source as the operator has written it, for errors and the log. */
export function writtenSource(source: SnakeSource): string {
  return source.kind === 'strategy' ? source.name : source.command.join(' ');
}
