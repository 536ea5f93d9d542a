/** Imports a strategy's bundled code. Separate from `bundle.ts`, because child processes do not need the bundler. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../../errors/errors.js';
import { framesOf } from './call.js';

/**
 * Imports `code` as a module. Writes a file in `folder` and removes it before the promise settles, because others may
 * clean a temporary folder over weeks. Rejects with the module's error, prefixed with its place as `file:line:column`.
 */
export async function importBundle(code: string, folder: string): Promise<Record<string, unknown>> {
  // Errors then name the line of the source. Enabled from the start, it would read the maps of all our own files.
  process.setSourceMapsEnabled(true);
  const directory = await makeFolder(folder);
  try {
    const file = path.join(directory, 'strategy.mjs');
    await writeFile(file, code);
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (thrown) {
    throw new Error(`${placeOf(thrown)}${messageOf(thrown)}`, { cause: thrown });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function makeFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await mkdtemp(path.join(folder, 'serpentarium-'));
  } catch (thrown) {
    const remedy = 'Set TMPDIR to a folder where that is possible.';
    throw new Error(`no file can be written to "${folder}". ${remedy} (${messageOf(thrown)})`, { cause: thrown });
  }
}

/** Folders of our code that a strategy calls, compiled and in source maps. */
const OWN_CODE = ['../../', '../../../../src/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

function isForeign(frame: string): boolean {
  return !frame.includes('node:') && OWN_CODE.every((folder) => !frame.includes(folder));
}

/**
 * Where the source threw, or called a function that threw, relative to the working directory; empty if unknown. Never
 * throws.
 */
function placeOf(thrown: unknown): string {
  try {
    const frame = framesOf(thrown).find(isForeign) ?? '';
    const [, file, place] = /(?:\(|at )(?:async )?(?:file:\/\/)?(\/[^()]*):(\d+:\d+)\)?$/.exec(frame) ?? [];
    return file === undefined ? '' : `${path.relative('.', file)}:${place} `;
  } catch {
    return '';
  }
}
