/** All checks of one server, in their order. Called by `doctor URL`. */
import { skipped, type Finding } from './finding.js';
import { checkKeepAlive, measure, type Budget, type Measured } from './check-connections.js';
import { checkDialects, checkManyGames, checkProbe } from './check-games.js';
import { checkFirstLook } from './check-first-look.js';
import { checkCorpse, checkRequests } from './check-requests.js';
import { EngineSession } from './engine-session.js';

export interface ServerReport {
  /** Without its query, which may hold a key. */
  readonly url: string;
  readonly findings: readonly Finding[];
  /** In ms; empty if nothing was measured. */
  readonly latency: Measured['latency'];
  readonly budget: Budget | undefined;
}

export interface InspectOptions {
  /** What the engine allows for a turn, in ms. */
  readonly timeout: number;
  /** How long an idle connection is left alone, in ms. */
  readonly pause: number;
}

/** Asks a server all that engines ask. Every game is one that its snake plays alone, or that ends in a draw. */
export async function inspectServer(url: URL, { timeout, pause }: InspectOptions): Promise<ServerReport> {
  const session = new EngineSession(url, timeout);
  try {
    const { findings, isReachable } = await checkFirstLook(session);
    const shown = url.origin + url.pathname;
    if (!isReachable) return { url: shown, findings, latency: {}, budget: undefined };
    const probe = await checkProbe(session);
    const begun = [...findings, probe.finding];
    if (probe.isSilent) {
      const more = skipped('all else', 'no answer came to the health probe');
      return { url: shown, findings: [...begun, more], latency: {}, budget: undefined };
    }
    // The pause passes while the games are played.
    const keepAlive = checkKeepAlive(session, pause);
    const games = [...(await checkDialects(session)), ...(await checkRequests(session)), await checkCorpse(session)];
    const many = await checkManyGames(session);
    const { latency, budget, findings: distance } = await measure(session);
    return { url: shown, findings: [...begun, ...games, many, await keepAlive, ...distance], latency, budget };
  } finally {
    session.close();
  }
}
