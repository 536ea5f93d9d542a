/** The address of a journal as a word of the command line. */
import { resolve } from 'node:path';
import { findUrlMistake } from '../../config/check-journal.js';
import { variable } from '../../config/environment.js';
import { usageFault } from '../../errors.js';
import { isServerAddress } from '../../journal/address.js';

/**
 * The address that a word names: a path, a URL, or `$NAME` for an environment variable with one. Throws a `UsageError`
 * without the URL. A URL is also taken out of the title of the process, where other users could read its password.
 */
export function readAddress(word: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = /^\$([A-Za-z_]\w*)$/.exec(word)?.[1];
  const address = name === undefined ? word : (env[name]?.trim() ?? '');
  const source = name === undefined ? 'the address' : variable(name);
  if (address === '') throw usageFault(source, name === undefined ? 'is empty.' : 'is not set. Did you forget it?');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return resolve(address);
  process.title = 'serpentarium journal';
  const mistake = findUrlMistake(address);
  if (mistake === undefined && isServerAddress(address)) return address;
  throw usageFault(source, mistake ?? 'is no address of a journal.');
}
