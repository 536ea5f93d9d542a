/** The keys that say what a snake is made from. Part of `schema.ts`. */
import { Type } from '../wire/type.js';
import { text } from './key-makers.js';

const words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, expects: 'a word in quotes' }), {
      minItems: 1,
      description,
      expects: 'a list of words such as "[./mysnake, --fast]"',
    }),
  );

/** One of `strategy`, `command` and `upstream`, and what belongs to them. */
export const SOURCE_KEYS = {
  strategy: Type.Optional(text({ description: 'name of a file in the strategies directory, without .ts or .js' })),
  command: words('instead of a strategy: a program in any language, and its arguments'),
  upstream: Type.Optional(
    text({ description: 'instead of a strategy: URL of a Battlesnake server, such as "http://127.0.0.1:8081"' }),
  ),
  run: words('program that serves the upstream, and its arguments: the host runs it with PORT in its environment'),
  cwd: Type.Optional(text({ description: 'folder in which the command or "run" runs, relative to this file' })),
};
