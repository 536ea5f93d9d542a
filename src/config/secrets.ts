/** The files of a host that no sandbox may show, and whether a path would show one. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isWithin } from '../processes/sandbox/bubblewrap.js';
import { findEnvFiles } from './env-files.js';
import { JOURNAL, pathOf } from './read-text.js';

/** A file that no sandbox may show. Plain data. */
export interface Secret {
  /** In a sentence, such as `the journal`. */
  readonly name: string;
  /** Absolute, without symbolic links. */
  readonly path: string;
}

/** The configuration, its journal unless there is none, and the files `.env`. */
export function secretsOf(file: string, journal: { readonly path?: string | undefined } | 'off' | undefined): Secret[] {
  const places = [{ name: 'the configuration', path: path.resolve(file) }];
  for (const environment of findEnvFiles(file)) places.push({ name: 'the file ".env"', path: environment });
  if (journal !== 'off') places.push({ name: 'the journal', path: pathOf(file, journal?.path, JOURNAL) });
  return places.map((place) => ({ ...place, path: realPath(place.path) }));
}

/** The name of a secret that is this file, or lies in this folder. */
export function secretIn(place: string, secrets: readonly Secret[]): string | undefined {
  const real = realPath(place);
  return secrets.find((secret) => isWithin(secret.path, real))?.name;
}

/** An absolute path without symbolic links, as far as it exists. */
export function realPath(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const folder = path.dirname(place);
    return folder === place ? place : path.join(realPath(folder), path.basename(place));
  }
}
