/**
 * Stops a YAML text that is nested too deeply before it is parsed. Called by `yaml-tree.ts`.
 *
 * The composer of `yaml` recurses, and if its stack overflows while V8 compiles a regular expression, Node aborts the
 * process: a file with 800 brackets in a row (a key held down) would kill `serve` and `dev` without a message.
 */
import { Lexer, Parser } from 'yaml';

/** Deepest nesting of objects and lists that is read. No configuration comes near; the composer is safe far beyond. */
export const MAX_DEPTH = 100;

/** The offset at which `text` exceeds {@link MAX_DEPTH}, if it does. Neither lexer nor parser recurses. */
export function findTooDeep(text: string): number | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    // Its stack holds the document and one token for each object or list that is open.
    if (parser.stack.length > MAX_DEPTH + 1) return parser.offset;
  }
  return undefined;
}
