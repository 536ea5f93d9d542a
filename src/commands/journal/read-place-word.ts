/** The place of a journal as a word of the command line. */
import { resolve } from 'node:path';
import { findUrlMistake } from '../../config/check-journal.js';
import { variable } from '../../config/environment.js';
import { usageFault } from '../../errors.js';
import { isServerPlace } from '../../journal/place.js';

/**
 * The place that a word names: a path, a URL, or `$NAME` for an environment variable with one. Throws a `UsageError`
 * without the URL. A URL is also taken out of the title of the process, where other users could read its password.
 */
export function readPlaceWord(word: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = /^\$([A-Za-z_]\w*)$/.exec(word)?.[1];
  const place = name === undefined ? word : (env[name]?.trim() ?? '');
  const source = name === undefined ? 'the place' : variable(name);
  if (place === '') throw usageFault(source, name === undefined ? 'is empty.' : 'is not set. Did you forget it?');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) return resolve(place);
  process.title = 'serpentarium journal';
  const mistake = findUrlMistake(place);
  if (mistake === undefined && isServerPlace(place)) return place;
  throw usageFault(source, mistake ?? 'is no place of a journal.');
}
