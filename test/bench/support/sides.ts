/**
 * Measures `/move` through several servers in turn, so that what else the machine does affects all of them alike.
 *
 * A server writes its journal for a while after its last answer. That belongs to its own cost, and would take the core
 * from the server that is measured next, so the next one waits for it.
 */
import { join } from 'node:path';
import { drive, Player } from './player.js';
import { MoveBodies } from './move-bodies.js';
import { ServedProcess, THIS_BUILD } from './served-process.js';

/** Connections to each server; every connection plays a separate game. */
const CONNECTIONS = 32;
const ROUNDS = 9;
const ROUND_MS = 1500;
const WARM_UP_MS = 3000;
const PREFIX = '/constant';

/** One of the compared servers, with one figure for each round. */
export interface Side {
  readonly name: string;
  /** Answers a second. */
  readonly rates: readonly number[];
  /** CPU time of the server and its children for an answer, in µs. */
  readonly costs: readonly number[];
  /** Share of its core that the load generator used: near 1 the load generator itself would be measured. */
  readonly loads: readonly number[];
}

/** Starts the host with the smallest strategy, so that all time measured is the host's. */
export function serveConstant(
  isolation: 'inline' | 'process',
  journal = 'off',
  build = THIS_BUILD,
): Promise<ServedProcess> {
  const snakes = `  - { prefix: ${PREFIX}, strategy: constant, isolation: ${isolation} }`;
  return ServedProcess.host(join(build.root, 'strategies'), snakes, 'one core', journal, build);
}

/**
 * Drives the servers, warmed up, round by round one after the other, and stops them.
 *
 * Returns the sides in the order of `servers`; figures with the same index belong to the same round.
 */
export async function measureInTurn(
  servers: Readonly<Record<string, ServedProcess>>,
  rounds = ROUNDS,
): Promise<Side[]> {
  const open = Object.entries(servers).map(([name, server]) => new OpenSide(name, server));
  for (const side of open) await side.connect();
  for (let round = 0; round < rounds; round++) for (const side of open) await side.measure();
  for (const side of open) await side.close();
  return open;
}

/** Connects to a server as {@link measureInTurn} does, and warms it up. */
export async function openPlayers(server: ServedProcess): Promise<readonly Player[]> {
  const open = () => Player.open(server.port, PREFIX, new MoveBodies());
  const players = await Promise.all(Array.from({ length: CONNECTIONS }, open));
  await drive(players, WARM_UP_MS);
  return players;
}

class OpenSide implements Side {
  readonly name: string;
  readonly rates: number[] = [];
  readonly costs: number[] = [];
  readonly loads: number[] = [];
  readonly #server: ServedProcess;
  #players: readonly Player[] = [];

  constructor(name: string, server: ServedProcess) {
    this.name = name;
    this.#server = server;
  }

  async connect(): Promise<void> {
    this.#players = await openPlayers(this.#server);
  }

  async measure(): Promise<void> {
    const serverMs = this.#server.cpuMs();
    const ours = process.cpuUsage();
    const { requests, seconds } = await drive(this.#players, ROUND_MS);
    const { user, system } = process.cpuUsage(ours);
    await this.#server.settled();
    this.rates.push(requests / seconds);
    this.costs.push((1000 * (this.#server.cpuMs() - serverMs)) / requests);
    this.loads.push((user + system) / 1e6 / seconds);
  }

  async close(): Promise<void> {
    for (const player of this.#players) player.close();
    await this.#server.stop();
  }
}
