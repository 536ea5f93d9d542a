/** Suggests a file instead of a missing one. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { didYouMean } from '../errors/did-you-mean.js';

/** A sentence that names a file next to a missing one, as that is written (default: its name); empty without one. */
export function suggestNeighbour(file: string, written = basename(file)): string {
  const others = namesIn(dirname(file)).filter((name) => name !== basename(file));
  return didYouMean(
    written,
    others.map((name) => written.replace(/[^/]*\/*$/, name)),
  );
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
