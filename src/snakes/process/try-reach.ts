/** Tries what a snake's processes can reach on this machine, from within. Called by `check`. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { messageOf } from '../../errors.js';
import { permissionFlags } from '../../processes/permissions.js';
import { nodeProgram, type Program } from '../../processes/program.js';
import { ownCode } from '../../processes/sandbox/reach.js';
import { reachOf, type EnclosedSnake, type Enclosure } from './enclosure.js';

/** To start Node and try everything, in ms. */
const MAX_TRIAL_MS = 30_000;

/** The places and processes that the program goes for. */
export interface Targets {
  /** Absolute path of the configuration, and of the journal's file if there is one. */
  readonly configuration: string;
  readonly journal: string | undefined;
  /** The process that asks. */
  readonly pid: number;
  /** A port on loopback that it listens on, as the host does on its admin port. */
  readonly port: number;
}

/** What could be reached. */
export interface Reached {
  /** Files of the system. */
  readonly files: boolean;
  readonly configuration: boolean;
  readonly journal: boolean;
  /** Other machines. */
  readonly network: boolean;
  /** Ports of this machine, the admin port among them. */
  readonly ports: boolean;
  /** The process that asks, which is what the host is to its children. */
  readonly processes: boolean;
}

/** Runs a program of our own in place of the snake's. Rejects with an `Error` if it cannot be run. */
export async function tryReach(
  made: Pick<EnclosedSnake, 'config' | 'content' | 'memoryMb'>,
  enclosure: Enclosure,
  targets: Pick<Targets, 'configuration' | 'journal'>,
): Promise<Reached> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return JSON.parse(await run(made, enclosure, { ...targets, port, pid: process.pid })) as Reached;
  } catch (thrown) {
    throw new Error(`what it can reach cannot be tried: ${messageOf(thrown)}`, { cause: thrown });
  } finally {
    server.close();
  }
}

function run(
  made: Pick<EnclosedSnake, 'config' | 'content' | 'memoryMb'>,
  enclosure: Enclosure,
  targets: Targets,
): Promise<string> {
  const { network, read, write } = reachOf(made, enclosure);
  const reach = { network, read: [...ownCode(), ...read], write };
  const flags = made.content.kind === 'strategy' ? permissionFlags(reach) : [];
  const node = nodeProgram(new URL('./try-main.js', import.meta.url), made.memoryMb, flags);
  const program: Program = { ...node, command: [...node.command, JSON.stringify(targets)] };
  const [file, ...words] = (enclosure.enclose?.(program, reach) ?? program).command;
  return new Promise((resolve, reject) => {
    const options = { env: {}, timeout: MAX_TRIAL_MS, killSignal: 'SIGKILL' } as const;
    execFile(file, words, options, (error, stdout) => (error === null ? resolve(stdout) : reject(error)));
  });
}
