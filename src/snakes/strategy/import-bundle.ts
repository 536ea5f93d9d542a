/** Imports a strategy's bundled code. In a file of its own because children need this and not the bundler. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports `code` as a module. The file that this takes is made in `folder`, and gone when the promise settles: a
 * process that runs for weeks does not lean on a temporary folder that others clean.
 */
export async function importBundle(code: string, folder: string): Promise<Record<string, unknown>> {
  // So that errors name the line of the source. From the start of a process it would read the maps of all our own
  // files.
  process.setSourceMapsEnabled(true);
  const directory = await mkdtemp(path.join(folder, 'serpentarium-'));
  try {
    const file = path.join(directory, 'strategy.mjs');
    await writeFile(file, code);
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
