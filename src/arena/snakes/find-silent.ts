/** Asks the snakes behind URLs whether they are there, before a game depends on it. Called by `play` and `compare`. */
import { exchange, type Connections } from './exchange.js';

/** Servers that sleep between games take seconds to wake up, in ms. */
const WAKE_UP_MS = 10_000;

/** A URL that nobody answers, and a sentence without its subject that says why. */
export interface SilentUrl {
  readonly url: URL;
  readonly problem: string;
}

/** The URLs at which no server answers, or a server without this snake. Asks all of them at once. */
export async function findSilent(urls: readonly URL[], connections: Connections): Promise<SilentUrl[]> {
  const found = await Promise.all(
    urls.map(async (url): Promise<SilentUrl[]> => {
      const result = await exchange({ method: 'GET', url, timeout: WAKE_UP_MS, connections });
      if ('problem' in result) return [{ url, problem: result.problem }];
      return result.status === 404 ? [{ url, problem: 'answered with status 404. No snake is there.' }] : [];
    }),
  );
  return found.flat();
}
