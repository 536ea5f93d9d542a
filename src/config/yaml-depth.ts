/** How deeply a YAML text is nested, before anything recurses into it. Called by `yaml-tree.ts`. */
import { Lexer } from 'yaml';

/** No configuration comes near; the parser is safe at several times this. */
const MAX_DEPTH = 100;

/** Tokens that are not in the source: the lexer's marks of a document, of the end of a bracket, and of a plain text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/**
 * The offset at which a text may be nested too deeply, or nothing.
 *
 * The parser recurses for each level, and a stack that runs over in the middle of a regular expression ends the whole
 * process. The lexer does not recurse. From its tokens comes an upper bound: brackets that are open, indents that grow,
 * and the signs on one line that may each begin something.
 */
export function tooDeepAt(source: string): number | undefined {
  const indents: number[] = [];
  let brackets = 0;
  let signs = 0;
  let offset = 0;
  let isLineStart = true;
  for (const token of new Lexer().lex(source)) {
    if (token === '' || MARKS.has(token)) continue;
    if (isLineStart) {
      const indent = /^ */.exec(token)![0].length;
      while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
      indents.push(indent);
    }
    isLineStart = token.endsWith('\n');
    if (isLineStart || token === ',') signs = 0;
    else if (token === '-' || token === '?' || token === ':') signs++;
    else if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    if (brackets + signs + indents.length > MAX_DEPTH) return offset;
    offset += token.length;
  }
  return undefined;
}
