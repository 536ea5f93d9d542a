/** Whether `dist/` is what the sources make: each build of a clone keeps the hash of what it was made from. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KEPT = path.join(ROOT, 'dist/built-from');
/** What a program is made from. Times do not count: a copy, an image and a mount change them. */
const SOURCES = ['bin', 'src', 'package-lock.json', 'tsconfig.json'];

export function isCurrent() {
  return existsSync(KEPT) && readFileSync(KEPT, 'utf8') === fingerprint();
}

/** For the time of a build: one that is killed leaves nothing that looks complete. */
export function forget() {
  rmSync(KEPT, { force: true });
}

export function keep(built) {
  writeFileSync(KEPT, built);
}

/** A hash of the names and contents of all sources: 15 ms. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf).sort((a, b) => (a < b ? -1 : 1))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(name) {
  const place = path.join(ROOT, name);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [name];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}
