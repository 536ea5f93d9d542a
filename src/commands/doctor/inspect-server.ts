/** Tests a snake server as engines would, ours or another. */
import { checkKeepAlive, measure, type Budget, type Measured } from './check-connections.js';
import { checkFirstLook } from './check-first-look.js';
import { checkDialects, checkManyGames, checkProbe } from './check-games.js';
import { checkCorpse, checkRequests } from './check-requests.js';
import { EngineSession } from './engine-session.js';
import { skipped, type Diagnosis } from './finding.js';

export interface ServerDiagnosis extends Diagnosis {
  /** In ms; empty without measurements. */
  readonly latency: Measured['latency'];
  readonly budget: Budget | undefined;
}

export interface InspectOptions {
  /** The engine's timeout for a turn, in ms. */
  readonly timeout: number;
  /** How long a connection is left idle, in ms. */
  readonly pause: number;
}

/** Sends a server every kind of request that engines send. Every game is a solo game, or ends in a draw. */
export async function inspectServer(url: URL, { timeout, pause }: InspectOptions): Promise<ServerDiagnosis> {
  const session = new EngineSession(url, timeout);
  try {
    const subject = url.origin + url.pathname;
    const { findings, isSnake } = await checkFirstLook(session);
    const begun = isSnake ? [...findings, await checkProbe(session)] : findings;
    const { check, verdict } = begun.at(-1)!;
    if (verdict === 'bad') {
      const rest = skipped('all else', `not tried until "${check}" is ok`);
      return { subject, findings: [...begun, rest], latency: {}, budget: undefined };
    }
    // The pause passes while the games are played.
    const keepAlive = checkKeepAlive(session, pause);
    const games = [...(await checkDialects(session)), ...(await checkRequests(session)), await checkCorpse(session)];
    const many = await checkManyGames(session);
    const { latency, budget, findings: distance } = await measure(session);
    return { subject, findings: [...begun, ...games, many, await keepAlive, ...distance], latency, budget };
  } finally {
    session.close();
  }
}
