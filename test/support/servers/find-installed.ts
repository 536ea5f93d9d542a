/** Finds programs that tests use where they are installed. Suites are skipped by name where they are not. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program; `undefined` if it is not installed. */
export function findInstalled(name: string): string | undefined {
  // Debian keeps servers in a folder that only root has on its path.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
