/** Finds the program of a command, as the system will. Called by `check-sources.ts`. */
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { didYouMean } from '../did-you-mean.js';
import { diskReason, isFile } from './read-text.js';

export interface ProgramPlaces {
  /** Absolute path of the folder in which it will run. */
  readonly cwd: string;
  /** The folders of the variable `PATH`. */
  readonly path: string | undefined;
}

/** The absolute path of a program by the first word of its command; or a sentence on why it cannot be started. */
export function findProgram(
  word: string,
  { cwd, path = '' }: ProgramPlaces,
): { readonly program: string } | { readonly problem: string } {
  if (word.includes('/')) return findAt(word, resolve(cwd, word));
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const program = folders.map((folder) => join(folder, word)).find(isProgram);
  if (program !== undefined) return { program };
  if (isFile(join(cwd, word))) return { problem: `program "${word}" is not in PATH. Did you mean "./${word}"?` };
  const spaced = splitHint(word);
  const known = folders.flatMap(namesIn);
  return { problem: `program "${word}" is not in PATH.${spaced || didYouMean(word, known) || ' Is it installed?'}` };
}

function findAt(word: string, file: string): { readonly program: string } | { readonly problem: string } {
  if (isProgram(file)) return { program: file };
  try {
    if (statSync(file).isDirectory()) return { problem: `program "${word}" is a folder. Name the file in it.` };
  } catch (thrown) {
    const hint = splitHint(word) || didYouMean(basename(word), namesIn(dirname(file)));
    return { problem: `program "${word}" ${diskReason(thrown)}.${hint} It was looked for at "${file}".` };
  }
  const problem = `program "${word}" is not executable. Did you forget "chmod +x"?`;
  const interpreter = INTERPRETERS[/\.\w+$/.exec(word)?.[0] ?? ''];
  return { problem: interpreter === undefined ? problem : `${problem} Or write [${interpreter}, ${word}].` };
}

/** What runs files that are often not executable. */
const INTERPRETERS: Readonly<Record<string, string>> = { '.py': 'python3', '.js': 'node', '.mjs': 'node', '.sh': 'sh' };

/** A whole command line in one word. */
function splitHint(word: string): string {
  return /\s/.test(word.trim()) ? ` Did you mean [${word.trim().split(/\s+/).join(', ')}]?` : '';
}

function isProgram(file: string): boolean {
  if (!isFile(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
