/** Reading files, with sentences for what the disk refuses. Called by `read-config.ts` and `strategy-files.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { didYouMean } from '../did-you-mean.js';

/** A file for people is far smaller; this one is another. */
const MAX_BYTES = 1024 * 1024;

/** The text of a file in UTF-8, without the mark that some editors put first; or a sentence on why there is none. */
export function readText(file: string): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return { problem: `${diskReason(error)}.${neighbour(file) || ` It was looked for at "${resolve(file)}".`}` };
  }
  if (bytes.length > MAX_BYTES) return { problem: 'is larger than 1 MB. Is it the right file?' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'is not a text in UTF-8. Did an editor keep it in another encoding?' };
  }
}

/** What an error of `node:fs` means, to stand behind a name: `does not exist`. */
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

function neighbour(file: string): string {
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
