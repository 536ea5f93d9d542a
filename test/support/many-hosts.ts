/** Several hosts with the same snakes on ports that they keep, to be killed, drained and started again. */
import { join } from 'node:path';
import { spawnHost, writeConfig, writeFolder, type HostProcess } from './host-process.js';
import { findFreePort } from './free-port.js';

/** The experiment that all hosts have at `/champion`; its opponents are at `/rival` and, soon dead, at `/early`. */
export const EXPERIMENT = { name: 'sides', split: 0.5 } as const;

export interface NamedHost {
  readonly name: string;
  readonly port: number;
  /** The process of the moment; another one after {@link NamedHost.start}. */
  readonly process: HostProcess;
  /** Starts it again, on the same port and with the same files. */
  start(): Promise<void>;
}

/**
 * Starts hosts, which trust the addresses that a proxy on this machine sends. `journal` is added to the
 * configuration of each; the journal's file is its own.
 */
export function startHosts(names: readonly string[], journal: object = {}): Promise<NamedHost[]> {
  return Promise.all(names.map((name) => startHost(name, journal)));
}

async function startHost(name: string, journal: object): Promise<NamedHost> {
  const port = await findFreePort();
  const snake = { strategy: 'circle', env: ['WHERE'] };
  const config = writeConfig({
    server: { trustedProxies: ['127.0.0.1'], limits: { newGames: 100_000, requests: 100_000 }, maxTimeout: 4500 },
    // Without food, everybody starves after 100 turns.
    snakes: [
      { prefix: '/base', ...snake, options: { side: 'base', until: 40 } },
      { prefix: '/candidate', ...snake, options: { side: 'candidate', until: 80 } },
      { prefix: '/rival', ...snake, options: { until: 60 } },
      { prefix: '/early', ...snake, options: { until: 8 } },
    ],
    experiments: [{ prefix: '/champion', base: '/base', candidate: '/candidate', ...EXPERIMENT }],
    journal: { path: join(writeFolder({}), 'games.db'), ...journal },
  });
  const spawn = () => spawnHost(config, { PORT: String(port), WHERE: name });
  const processes = [await spawn()];
  return {
    name,
    port,
    get process() {
      return processes.at(-1)!;
    },
    async start() {
      processes.push(await spawn());
    },
  };
}
