/** Faults of a snake that show when it is loaded: what is wrong, and where that is in the operator's input. */
import type { Fault, SourceLocation } from '../errors/errors.js';
import type { Path } from '../errors/json-pointer.js';
import { writtenSource, type SnakeConfig } from './types.js';

/** The path in the snake's YAML entry, and a sentence. */
export interface SnakeFault {
  readonly path: Path;
  readonly message: string;
}

/** A fault in a snake's source, at the key that names it. */
export function faultOfSource({ source }: Pick<SnakeConfig, 'source'>, reason: string): SnakeFault {
  return { path: [source.kind], message: `${source.kind} "${writtenSource(source)}": ${reason}` };
}

/** The fault at its place. One of a file as a whole whose message names a line of that file is at this line. */
export function locateFault(
  { prefix }: Pick<SnakeConfig, 'prefix'>,
  { path, message }: SnakeFault,
  locate: (path: Path) => SourceLocation,
): Fault {
  const fault = { ...locate(path), message: `snake "${prefix}": ${message}` };
  const [before, after = ''] = fault.message.split(`${fault.source}:`, 2);
  const [, line, column, rest] = /^(\d+):(\d+) (.*)$/s.exec(after) ?? [];
  if (rest === undefined) return fault;
  return { source: fault.source, line: Number(line), column: Number(column), message: `${before}${rest}` };
}
