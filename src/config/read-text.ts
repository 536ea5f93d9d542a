/** Reads users' files, each within a limit, and turns file system errors into sentences. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Most bytes of a configuration; a larger file is probably the wrong one. */
const MAX_CONFIG_BYTES = 1024 * 1024;
/** Without the flag, opening a pipe without a writer never returns. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Where the configuration is in a project. */
export const CONFIG = 'config/snakes.yaml';
/** The default path of a configuration. */
export const DEFAULT_CONFIG = findConfig();

/** A file that is refused; the message follows its name. */
class FileRefusal extends Error {}

class EncodingRefusal extends FileRefusal {}

/** The bytes of a file. Throws an error for {@link diskReason} if it is unreadable, no file, or larger. */
export function readBytes(file: string, maxBytes: number): Buffer {
  const descriptor = openSync(file, READ_ONLY);
  try {
    checkFile(fstatSync(descriptor), maxBytes);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** {@link readBytes} without blocking the event loop. */
export async function loadBytes(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, READ_ONLY);
  try {
    const stats = await handle.stat();
    checkFile(stats, maxBytes);
    // It may grow meanwhile.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(stats.size), 0, stats.size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function checkFile(stats: Stats, maxBytes: number): void {
  // Reading a directory fails with its own error.
  if (!stats.isFile() && !stats.isDirectory()) throw new FileRefusal('is a pipe or a device, not a file');
  if (stats.size > maxBytes) throw new FileRefusal(`is larger than ${maxBytes / 1024 ** 2} MB`);
}

/**
 * The absolute path of a configured file, relative to the configuration. The fallback is relative to the project of the
 * configuration; without one, to the file's own folder, or the one around `config`.
 */
export function pathOf(file: string, written: string | undefined, fallback: string): string {
  const folder = dirname(resolve(file));
  if (written !== undefined) return resolve(folder, written);
  return join(projectOf(folder) ?? (basename(folder) === 'config' ? dirname(folder) : folder), fallback);
}

/** The nearest folder with a `package.json`: this one, or one above it. */
function projectOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return folder === dirname(folder) ? undefined : projectOf(dirname(folder));
}

/** The path of the configuration in this folder, or else in the project around it, as seen from there. */
export function findConfig(folder = process.cwd()): string {
  const found = relative(folder, join(projectOf(folder) ?? folder, CONFIG));
  return existsSync(join(folder, CONFIG)) || !existsSync(join(folder, found)) ? CONFIG : found;
}

/** Where the journal is in a project. */
export const JOURNAL = 'data/serpentarium.db';

/** The text of a UTF-8 file, without a byte order mark; or a sentence why not. `isThere`: its content is the reason. */
export function readText(
  file: string,
  maxBytes = MAX_CONFIG_BYTES,
): { readonly text: string } | { readonly problem: string; readonly isThere: boolean } {
  try {
    return { text: decodeText(readBytes(file, maxBytes)) };
  } catch (error) {
    if (!(error instanceof FileRefusal)) return { problem: `${diskReason(error)}.`, isThere: false };
    const isEncoding = error instanceof EncodingRefusal;
    const hint = isEncoding ? 'Did an editor save it in another encoding?' : 'Is it the right file?';
    return { problem: `${error.message}. ${hint}`, isThere: true };
  }
}

/** UTF-8 as text, without a byte order mark. Throws an error for {@link diskReason} if it is in another encoding. */
export function decodeText(bytes: Uint8Array): string {
  refuseUtf16(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EncodingRefusal('is not UTF-8 text');
  }
}

/** Throws an error for {@link diskReason} if the bytes have the mark of UTF-16, which PowerShell on Windows writes. */
export function refuseUtf16([first, second]: Uint8Array): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new EncodingRefusal('is UTF-16 text, not UTF-8');
}

export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Explains an error of `node:fs` or {@link readBytes}, following a file's name: `does not exist`. */
export function diskReason(error: unknown): string {
  if (error instanceof FileRefusal) return error.message;
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
