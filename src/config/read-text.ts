/**
 * Reads text files, and turns file system errors into sentences. Called by `read-config.ts` and `strategy-files.ts`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { didYouMean } from '../did-you-mean.js';

/** A configuration is far smaller; a larger file is the wrong one. */
const MAX_BYTES = 1024 * 1024;

/** Where `init` writes a configuration, and where commands look for one unless told otherwise. */
export const DEFAULT_CONFIG = 'config/snakes.yaml';

/** The text of a UTF-8 file, without a byte order mark; or a sentence on why it cannot be read. */
export function readText(file: string): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const place = ` It was looked for at "${resolve(file)}".`;
    const first = file === DEFAULT_CONFIG ? ' "npx serpentarium init" writes a first one.' : '';
    return { problem: `${diskReason(error)}.${suggestNeighbour(file) || place + first}` };
  }
  if (bytes.length > MAX_BYTES) return { problem: 'is larger than 1 MB. Is it the right file?' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'is not UTF-8 text. Did an editor save it in another encoding?' };
  }
}

/** Whether there is a file of this name, no folder. */
export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What an error of `node:fs` means, to follow a file's name: `does not exist`. */
export function diskReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EISDIR':
      return 'is a directory, not a file';
    case 'ENOTDIR':
      return 'is not in a directory';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user';
    default:
      return `cannot be read (${code})`;
  }
}

function suggestNeighbour(file: string): string {
  try {
    const name = basename(file);
    return didYouMean(
      name,
      readdirSync(dirname(file)).filter((other) => other !== name),
    );
  } catch {
    return '';
  }
}
