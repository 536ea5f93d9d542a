/** A fault of strangers who stay within what HTTP allows, but want more than one address may have. */
import { networkInterfaces } from 'node:os';
import { invent, RIVAL } from './floods/bodies.js';
import { postHead, Stranger } from './floods/stranger.js';
import { describeFaults } from './describe-faults.js';
import type { Fault, Scene } from './fault.js';

/** Low limits: the game beside it comes from this machine's loopback address, which has none. */
const PER_ADDRESS = { connections: 40, unfinished: 10, newGames: 60 };
/** More than each limit allows. */
const TIMES = 2;

/** Begins more games, leaves more requests unfinished and opens more connections than one address may. */
const addressLimits: Fault = {
  name: 'address-limits',
  what: 'one address begins too many games, finishes no request, opens too many connections',
  unavailable: () => (ownAddress() === undefined ? 'needs an address that is not loopback' : undefined),
  prepare: () => ({ server: { host: '0.0.0.0', limits: PER_ADDRESS } }),
  async inflict({ host, signal, pause, report }) {
    const stranger = new Stranger(host.port, ownAddress()!);
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: 10 }, () => stranger.post('/greedy/move', invent({ others: RIVAL }))));
      await pause(50);
      if (stranger.sent < TIMES * PER_ADDRESS.newGames) continue;
      for (let count = 0; count < TIMES * PER_ADDRESS.unfinished; count++) await leaveUnfinished(stranger);
      for (let count = 0; count < TIMES * PER_ADDRESS.connections; count++) {
        const socket = await stranger.connect();
        // Only a socket that is read sees that the host closes it.
        socket?.resume();
      }
      await pause(200);
      if (stranger.open > PER_ADDRESS.connections && !signal.aborted)
        report(`one address has ${stranger.open} connections`);
    }
    const answered = stranger.statuses.get(200) ?? 0;
    const refused = stranger.statuses.get(429) ?? 0;
    stranger.close();
    if (answered === 0 || refused === 0) report(`${answered} requests were answered, ${refused} refused`);
    return stranger.sent;
  },
  aftermath: countedEach,
  atLeast: 3000,
};

/** Every limit was reached, and the metrics say so. */
async function countedEach({ host }: Scene): Promise<string[]> {
  const text = await host.metrics();
  const counters = [
    'serpentarium_limited_total{limit="newGames"}',
    'serpentarium_limited_total{limit="unfinished"}',
    'serpentarium_idle_connections_closed_total',
  ];
  const isCounted = (counter: string) =>
    text.split('\n').some((line) => line.startsWith(counter) && !line.endsWith(' 0'));
  return counters.filter((counter) => !isCounted(counter)).map((counter) => `${counter} is 0`);
}

/** Sends a head and the first byte of a body; the host answers only if it refuses. */
async function leaveUnfinished(stranger: Stranger): Promise<void> {
  const socket = await stranger.connect();
  if (socket === undefined) return;
  stranger.sent += 1;
  void stranger.answer(socket);
  socket.write(`${postHead('/greedy/move', 5000)}\r\n{`);
}

/** An address of this machine that is not loopback. */
function ownAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

describeFaults('the limits of an address', [addressLimits]);
