/** Asks the servers of snakes whether they are there. Called before games with them are played. */
import { UsageError, type Fault } from '../errors.js';
import { Connections } from './connections.js';
import { exchange } from './exchange.js';

/** Servers that sleep between games take seconds to wake up, in ms. */
const WAKE_UP_MS = 10_000;

/**
 * A game against nobody says nothing. Throws a {@link UsageError} with each URL at which no server answers, or one
 * without this snake. Asks all of them at once.
 */
export async function requireAnswers(named: readonly { readonly source: string; readonly url: URL }[]): Promise<void> {
  const connections = new Connections();
  const asked = named.map(async ({ source, url }): Promise<Fault[]> => {
    const result = await exchange({ method: 'GET', url, timeout: WAKE_UP_MS, connections });
    if ('problem' in result) return [{ source, message: `${url.href} ${result.problem}` }];
    if (result.status !== 404) return [];
    return [{ source, message: `${url.href} answered with status 404. No snake is there.` }];
  });
  const faults = (await Promise.all(asked)).flat();
  connections.close();
  if (faults.length > 0) throw new UsageError(faults);
}
