/** Which files a host is made from, so that a change of any can be noticed. Called by `serve.ts`. */
import { opendir } from 'node:fs/promises';
import path from 'node:path';

/** Most files below the directory of strategies that are watched. */
const MAX_FILES = 2000;
/** Most names below it that are looked at, whatever they name. */
const MAX_ENTRIES = 20_000;
/** What a strategy can import from the disk. */
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/** The sources below a directory, without hidden ones and packages. Empty if it cannot be read. */
export async function sourcesBelow(directory: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [directory];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        entries += 1;
        if (entries > MAX_ENTRIES || found.length >= MAX_FILES) return found;
        const name = path.join(folder, entry.name);
        if (isIgnored(name)) continue;
        if (entry.isDirectory()) folders.push(name);
        else if (SOURCE.test(name)) found.push(name);
      }
    } catch {
      // It is gone, or not for us to read.
    }
  }
  return found;
}

/** Whether a file is neither source nor configuration: a package, or a temporary file of an editor. */
function isIgnored(name: string): boolean {
  const base = path.basename(name);
  return name.includes('node_modules') || /^\.[^.]|^#|~$|\.(sw[a-z]|tmp|bak)$|^sed\w{6}$|^4913$/.test(base);
}
