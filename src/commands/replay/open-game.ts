/** Shows a kept game in a browser: on the page of its host. Called by `replay --browser`. */
import { readConfig } from '../../config/read-config.js';
import { usageFault } from '../../errors.js';
import { print, printError } from '../../terminal/print.js';
import { linksOf } from '../game-links.js';
import { openLink } from '../open-link.js';
import type { Recording } from './recording.js';

/** How long a host may take to answer, in ms. */
const HOST_ALLOWANCE_MS = 1000;

/**
 * Prints the links, and opens the page if a host serves it. Says so if nothing can be opened: the links are there all
 * the same. Throws a `UsageError` if the game is not in the journal, or if the host has no admin port.
 */
export async function openGame(
  { asked }: Recording,
  { config, turn }: { readonly config: string; readonly turn?: number },
): Promise<void> {
  if (asked === undefined)
    throw usageFault('--browser', 'shows games of the journal; --svg and --gif also draw files.');
  const links = linksOf(readConfig(config, process.env).config);
  if (links === undefined) throw usageFault(config, '"server.admin" is "off": nothing serves the page.');
  const page = links.page(asked.id, turn);
  const viewer = links.viewer(asked.id);
  print(`Page: ${page}`);
  if (viewer !== undefined) print(`Official viewer: ${viewer}`);
  if (!(await answers(links.health))) return printError('No host answers there. "serpentarium serve" starts one.');
  if (!(await openLink(page))) printError('No browser could be opened. Open the link yourself.');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(HOST_ALLOWANCE_MS) })).ok;
  } catch {
    return false;
  }
}
