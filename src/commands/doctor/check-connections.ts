/** A server's network latency, the cost of its connections, and how long it keeps them open. */
import type { Socket } from 'node:net';
import { Connections, exchange, getOnce } from '../../exchange/exchange.js';
import { isLoopbackUrl } from '../../exchange/loopback.js';
import { formatMs } from '../../views/numbers.js';
import { bad, good, skipped, warn, type Finding } from './finding.js';
import type { EngineSession } from './engine-session.js';
import { percentilesByPhase, PhaseMeter, type PhasePercentiles, type Phase } from './phases.js';
import { within } from '../../processes/timing.js';

const NEW_CONNECTIONS = 6;
/** Both engines close a connection after this idle time, in ms; a server that closes it earlier loses turns. */
const ENGINES_PAUSE_MS = 90_000;
/** Warn when less than this share of the timeout remains. */
const LITTLE = 0.5;

/** How much of its timeout an engine in the place of this machine leaves to the server, in ms. */
export interface Budget {
  /** On an open connection. */
  readonly open: number;
  /** On a new connection. */
  readonly fresh: number;
}

/** Percentiles by phase, and the remaining budgets. */
export interface Measured {
  readonly latency: Partial<Record<Phase, PhasePercentiles>>;
  readonly budget: Budget | undefined;
  readonly findings: readonly Finding[];
}

/** Measures new connections one by one, and adds the waiting times of the games. */
export async function measure({ url, timeout, meter }: EngineSession): Promise<Measured> {
  const fresh = new PhaseMeter();
  for (let count = 0; count < NEW_CONNECTIONS; count++) {
    await getOnce({ url, timeout: 2 * timeout, onRequest: fresh.observe });
  }
  const opened = percentilesByPhase(fresh.times);
  const { waiting } = percentilesByPhase(meter.times);
  const latency = { ...opened, ...(waiting && { waiting }) };
  const budget = toBudget(latency, timeout);
  const findings = budget === undefined ? [] : [checkBudget(budget, timeout, url), checkWaiting(latency, timeout)];
  return { latency, budget, findings };
}

/** Opening a connection takes one round trip, which is also the network latency of an answer. */
function toBudget({ lookup, connection, tls }: Measured['latency'], timeout: number): Budget | undefined {
  if (connection === undefined) return undefined;
  const open = Math.max(0, timeout - connection.p95);
  return { open, fresh: Math.max(0, open - connection.p95 - (lookup?.p95 ?? 0) - (tls?.p95 ?? 0)) };
}

function checkBudget({ open, fresh }: Budget, timeout: number, url: URL): Finding {
  const left = `${Math.floor(open)} of ${timeout} ms for its answer, ${Math.floor(fresh)} on a new connection`;
  const near = isLoopbackUrl(url) ? '; from this machine: an engine elsewhere leaves less' : '';
  const message = `an engine here leaves it ${left}${near}`;
  if (fresh >= LITTLE * timeout) return good('budget', message);
  const remedy = 'Run the server nearer to the engine, and keep connections open: see the parts below.';
  return (fresh === 0 ? bad : warn)('budget', message, remedy);
}

function checkWaiting({ waiting }: Measured['latency'], timeout: number): Finding {
  if (waiting === undefined) return skipped('answers', 'none came');
  const message = `half within ${formatMs(waiting.p50)}, 95 % within ${formatMs(waiting.p95)} of ${timeout} ms`;
  if (waiting.p95 < timeout) return good('answers', message);
  return warn('answers', message, 'Think for less time per turn: late answers do not count.');
}

/** Checks whether a connection survives a pause. @param pause in ms. */
export async function checkKeepAlive(
  { url, allowance }: Pick<EngineSession, 'url' | 'allowance'>,
  pause: number,
): Promise<Finding> {
  const connections = new Connections(1, 2 * pause + allowance);
  const sockets: Socket[] = [];
  let announced: string | undefined;
  const get = () =>
    exchange({
      method: 'GET',
      url,
      timeout: allowance,
      connections,
      onRequest(request) {
        request.once('socket', (socket: Socket) => sockets.push(socket));
        request.once(
          'response',
          ({ headers }) => (announced = /timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1]),
        );
      },
    });
  try {
    if ('problem' in (await get())) return skipped(KEEP_ALIVE, 'the request before the pause was not answered');
    const answered = performance.now();
    const socket = sockets[0]!;
    if (announced !== undefined && 1000 * Number(announced) < ENGINES_PAUSE_MS) {
      return closedEarly(`after ${announced} s without a request, as it announces`);
    }
    if (!(await staysOpen(socket, pause))) {
      const after = performance.now() - answered;
      return closedEarly(after < 100 ? 'after each answer' : `after ${(after / 1000).toFixed(1)} s without a request`);
    }
    const again = await get();
    const seen = `after a pause of ${pause / 1000} s`;
    if ('problem' in again) return bad(KEEP_ALIVE, `${seen} it ${again.problem}`, REMEDY);
    if (sockets.at(-1) !== socket) return closedEarly(seen);
    const whole = pause >= ENGINES_PAUSE_MS ? '' : '; engines keep theirs for 90 s: --pause 95s waits as long';
    const said = announced === undefined ? '' : `, ${announced} s announced`;
    return good(KEEP_ALIVE, `an idle connection is open ${seen}${said}${announced === undefined ? whole : ''}`);
  } finally {
    connections.close();
  }
}

const KEEP_ALIVE = 'keep-alive';
const REMEDY = 'Keep idle connections longer than engines do, 95 s: a turn that is sent while one closes is lost.';

/** Whether a connection is still open after `pause` ms. Resolves as soon as it closes. */
async function staysOpen(socket: Socket, pause: number): Promise<boolean> {
  if (socket.destroyed) return false;
  const closed = new Promise<false>((resolve) => void socket.once('close', () => resolve(false)));
  return within(closed, pause, () => true);
}

function closedEarly(when: string): Finding {
  return warn(KEEP_ALIVE, `it closes connections ${when}; engines keep them for 90 s`, REMEDY);
}
