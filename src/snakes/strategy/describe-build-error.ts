/** Turns esbuild's errors into sentences with the likely cause. Called by `bundle.ts`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Message } from 'esbuild';
import { suggestNeighbour } from '../../config/suggest-neighbour.js';
import { didYouMean } from '../../errors/did-you-mean.js';

/** What `import … from 'serpentarium'` resolves to, wherever the strategy's file is. */
export const STRATEGY_ENTRY = fileURLToPath(new URL('../../strategy.js', import.meta.url));
/** Where its types are: in a clone, and in the package. */
const SOURCE = fileURLToPath(new URL('../../../../src/strategy.ts', import.meta.url));
const DECLARATIONS = STRATEGY_ENTRY.replace(/js$/, 'd.ts');

/** `strategies/mine.js:1:10 "serpentarium" has no "safeMovs". Did you mean "safeMoves"?` */
export async function describeBuildError({ text, location }: Message): Promise<string> {
  if (location === null) return text;
  const { file, line, lineText, suggestion } = location;
  // esbuild counts bytes.
  const column = Buffer.from(lineText).subarray(0, location.column).toString().length;
  return `${file}:${line}:${column + 1} ${await explain(text, path.dirname(path.resolve(file)), suggestion)}`;
}

/** `name` starts with `node:`, and Node does not know it. */
export function unknownBuiltin(name: string): string {
  return `Node has no "${name}".${didYouMean(
    name,
    builtinModules.map((known) => `node:${known}`),
  )}`;
}

/** Suggests an import for `require('fs')`: the code runs as an ES module. */
export function importInsteadOf(name: string): string {
  const isBuiltin = builtinModules.includes(name);
  const variable = path.posix.basename(name.replace(/^node:/, '')).replaceAll(/\W/g, '_');
  return `"require" does not work in a strategy. Write: import ${variable} from '${isBuiltin ? `node:${name}` : name}'`;
}

/** `suggestion` is esbuild's guess, or empty. */
async function explain(text: string, folder: string, suggestion: string): Promise<string> {
  const unresolved = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  if (unresolved !== undefined) return explainUnresolved(unresolved, folder);
  const [, from, name] = /^No matching export in "(.+)" for import "(.+)"$/.exec(text) ?? [];
  if (name === undefined) return text;
  const isOurs = path.resolve(from!) === STRATEGY_ENTRY;
  if (isOurs && (await isType(name))) {
    return `"${name}" of "serpentarium" is a type, so code cannot import it. Write: import type { ${name} }`;
  }
  const hint = suggestion === '' ? '' : ` Did you mean "${suggestion}"?`;
  return `"${isOurs ? 'serpentarium' : from}" has no "${name}".${hint}`;
}

function explainUnresolved(name: string, folder: string): string {
  if (/^\.{0,2}\//.test(name)) return `"${name}" does not exist.${suggestNeighbour(path.resolve(folder, name), name)}`;
  const meant = didYouMean(name, ['serpentarium']);
  if (meant !== '') return `"${name}" is not installed.${meant}`;
  const [scope, rest] = name.split('/');
  return `"${name}" is not installed: npm install ${name.startsWith('@') ? `${scope}/${rest ?? ''}` : scope}`;
}

/** Whether `'serpentarium'` declares the name as a type, without a value. */
async function isType(name: string): Promise<boolean> {
  const declarations = await readFile(existsSync(SOURCE) ? SOURCE : DECLARATIONS, 'utf8');
  const values = (await import(STRATEGY_ENTRY)) as object;
  return declarations.split(/[^\w$]+/).includes(name) && !Object.hasOwn(values, name);
}
