/** Whether a host can listen on the ports of its configuration. */
import { createServer } from 'node:net';
import type { HostConfig } from '../../../config/types.js';
import { messageOf } from '../../../errors.js';
import { isRecord } from '../../../kind-of.js';
import { nameOfHost } from '../../game-links.js';
import { good, wrong, type Finding } from '../finding.js';

/** How long the present owner of a port may take to say who it is, in ms. */
const ASK_MS = 3000;

/** Tries both ports. One that a host of ours has is no fault: it is running. */
export async function checkPorts({ server }: Pick<HostConfig, 'server'>): Promise<Finding[]> {
  const { host, port, admin } = server;
  const running = await runningOn(host, port);
  const findings = [await checkPort('public port', { host, port, key: 'server.port', variable: 'PORT' }, running)];
  if (admin === 'off') return findings;
  const place = { host: admin.host, port: admin.port, key: 'server.admin.port', variable: 'ADMIN_PORT' };
  return [...findings, await checkPort('admin port', place, running)];
}

interface PortPlace {
  readonly host: string;
  readonly port: number;
  readonly key: string;
  readonly variable: string;
}

/** @param running the version of the host that answers on the public port, if there is one. */
async function checkPort(check: string, place: PortPlace, running: string | undefined): Promise<Finding> {
  const { host, port, key, variable } = place;
  const shown = `${host}:${port}`;
  if (port === 0) return good(check, 'a free one is picked at each start');
  const refusal = await tryListening(host, port);
  switch (refusal?.code) {
    case undefined:
      return refusal === undefined
        ? good(check, `${shown} is free`)
        : wrong('bad', check, `${shown}: ${messageOf(refusal)}`, `Change "${key}" or ${variable}.`);
    case 'EADDRINUSE':
      if (running !== undefined) return good(check, `${shown} is taken: a host with version ${running} is running`);
      return wrong(
        'bad',
        check,
        `${shown} is taken by another program or host`,
        `End it, or change "${key}" or ${variable}.`,
      );
    case 'EACCES':
      return wrong('bad', check, `${shown} is not allowed to this user`, `Take a port above 1023 for "${key}".`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return wrong('bad', check, `${host} is no address of this machine`, `Listen on 0.0.0.0, or on one that it has.`);
    default:
      return wrong('bad', check, `${shown}: ${messageOf(refusal)}`, `Change "${key}" or ${variable}.`);
  }
}

function tryListening(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** The version of the host that serves there; `undefined` if none does, or something else. */
async function runningOn(host: string, port: number): Promise<string | undefined> {
  if (port === 0) return undefined;
  try {
    const headers = { accept: 'application/json' };
    const signal = AbortSignal.timeout(ASK_MS);
    const response = await fetch(`http://${nameOfHost(host)}:${port}/`, { headers, signal, redirect: 'manual' });
    const index: unknown = await response.json();
    if (isRecord(index) && index['name'] === 'serpentarium') return String(index['version']);
  } catch {
    // Nobody answers, or something that is no index of snakes.
  }
  return undefined;
}
