/** Imports a strategy's bundled code. Apart from `bundle.ts`, because child processes need this and not the bundler. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../../errors.js';
import { framesOf } from './call.js';

/**
 * Imports `code` as a module. Needs a file, which it makes in `folder` and removes before the promise settles: a
 * process that runs for weeks cannot rely on a temporary folder that others clean. Rejects with what the module
 * throws, behind its place as `file:line:column`.
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

/** Folders of the code that a strategy calls here, as it runs and as source maps name it. */
const OWN_CODE = ['../../', '../../../../src/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

function isForeign(frame: string): boolean {
  return !frame.includes('node:') && OWN_CODE.every((folder) => !frame.includes(folder));
}

/**
 * Where the source threw, or called what threw, relative to the working directory; empty if the error does not say.
 * Never throws.
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
