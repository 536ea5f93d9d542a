/** What a snake is made from. Only the configuration and the place that mounts ask for its kind. */
import { basename } from 'node:path';

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
  /** As written. */
  readonly command: readonly [string, ...string[]];
  /** Absolute path of the program, which is the first word. */
  readonly program: string;
  /** Absolute path of the folder in which it runs. */
  readonly cwd: string;
}

/** What one snake is made from. Each kind is the key of the YAML that gives it. */
export type SnakeSource = StrategySource | CommandSource;

/** What everybody may know of a source, opponents included: words after the first may be secrets. */
export function publicNameOfSource(source: SnakeSource): string {
  return source.kind === 'strategy' ? `strategy ${source.name}` : `command ${basename(source.program)}`;
}

/** What a source is called: in the log, the journal and the page. */
export function nameOfSource(source: SnakeSource): string {
  return source.kind === 'strategy' ? source.name : source.command.join(' ');
}
