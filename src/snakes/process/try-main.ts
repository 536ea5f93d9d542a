/**
 * A program that tries to reach what it should not, and prints what it could. Run in place of a snake's own program, by
 * `try-reach.ts`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Reached, Targets } from './try-reach.js';

const MAX_CONNECT_MS = 3000;

const { configuration, journal, pid, port } = JSON.parse(process.argv[2]!) as Targets;
const reached: Reached = {
  files: canRead('/etc/passwd'),
  configuration: canRead(configuration),
  journal: journal !== undefined && canRead(journal),
  network: Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal)),
  ports: await canConnect(port),
  processes: canRead(`/proc/${pid}/environ`) || canSignal(pid),
};
writeSync(1, JSON.stringify(reached));

/** Node's own permissions do not hold what it starts. */
function canRead(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    try {
      return spawnSync('/bin/cat', ['--', file], { stdio: 'ignore' }).status === 0;
    } catch {
      return false;
    }
  }
}

function canSignal(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}

function canConnect(to: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: to, timeout: MAX_CONNECT_MS });
    const settle = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.on('connect', () => settle(true));
    for (const event of ['error', 'timeout'] as const) socket.on(event, () => settle(false));
  });
}
