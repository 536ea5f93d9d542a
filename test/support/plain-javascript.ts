/** A strategy as plain JavaScript, for players who write that: without its types, comments and blank lines kept. */
import { readFileSync } from 'node:fs';
import { format, resolveConfig, type Parser } from 'prettier';
import { parsers } from 'prettier/plugins/typescript';

const { typescript } = parsers;
const untyped: Parser = {
  ...typescript,
  parse: async (text, options) => withoutTypes(await typescript.parse(text, options)),
};
const TYPES = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments']);
const DECLARATIONS = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);
const ASSERTIONS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

/** The text of a file in TypeScript as JavaScript. Its `move` names the types of its arguments for editors. */
export async function toPlainJavaScript(file: string): Promise<string> {
  const options = { ...(await resolveConfig(file)), parser: 'untyped', plugins: [{ parsers: { untyped } }] };
  const text = await format(readFileSync(file, 'utf8'), options);
  return text.replace(/^export function move\((\w+), /m, (head, turn: string) => `${typesOf(turn)}${head}`);
}

/** A syntax tree, or a part of one, without what is there for types alone; `undefined` if nothing is left. */
function withoutTypes(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTypes).filter((each) => each !== undefined);
  if (!isNode(part)) return part;
  if (DECLARATIONS.has(part.type) || part['importKind'] === 'type') return undefined;
  if (ASSERTIONS.has(part.type)) return withoutTypes(part['expression']);
  for (const [key, value] of Object.entries(part)) {
    if (TYPES.has(key)) delete part[key];
    // Comments and tokens are of the whole text.
    else if (key !== 'comments' && key !== 'tokens') part[key] = withoutTypes(value);
  }
  return part;
}

function isNode(part: unknown): part is Record<string, unknown> & { readonly type: string } {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
}

function typesOf(turn: string): string {
  return `/**
 * @param {import('serpentarium').Turn} ${turn}
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
`;
}
