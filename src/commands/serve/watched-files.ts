/** Which files a host is made from, so that a change of any can be noticed. Called by `serve.ts` and `dev.ts`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Most files below the directory of strategies that are watched. */
const MAX_FILES = 2000;

/** The files below a directory, without hidden ones and packages. Empty if it cannot be read. */
export function filesBelow(directory: string): string[] {
  const found: string[] = [];
  const folders = [directory];
  for (let folder = folders.pop(); folder !== undefined && found.length < MAX_FILES; folder = folders.pop()) {
    for (const entry of readEntries(folder)) {
      const name = path.join(folder, entry.name);
      if (isIgnored(name)) continue;
      if (entry.isDirectory()) folders.push(name);
      else found.push(name);
    }
  }
  return found.slice(0, MAX_FILES);
}

/** Whether a file is neither source nor configuration: a package, or a temporary file of an editor. */
export function isIgnored(name: string): boolean {
  const base = path.basename(name);
  return name.includes('node_modules') || /^\.[^.]|^#|~$|\.(sw[a-z]|tmp|bak)$|^sed\w{6}$|^4913$/.test(base);
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
