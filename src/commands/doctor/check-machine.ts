/**
 * Checks whether this machine suits the configuration: ports, space for the journal, memory. At worst a warning: the
 * configuration may be for another machine.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { diskReason } from '../../config/read-text.js';
import type { HostConfig, JournalConfig } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import { getOnce, readObject } from '../../exchange/exchange.js';
import { systemProblem, thisMachine } from '../../processes/machine.js';
import { ChildCeiling, EXPECTED_MB } from '../../snakes/process/child-ceiling.js';
import { formatCount } from '../../views/numbers.js';
import { good, skipped, warn, type Finding } from './finding.js';
import { nameOfHost } from '../game-links.js';

/** How long the present owner of a port may take to identify itself, in ms. */
const ASK_MS = 3000;

export async function checkMachine(config: HostConfig): Promise<Finding[]> {
  const { journal } = config;
  const folder = journal === 'off' ? skipped('journal', 'off: no games are kept') : checkJournalFolder(journal);
  const problem = systemProblem();
  const system = problem === undefined ? [] : [warn('system', problem)];
  return [...system, ...(await checkPorts(config)), folder, checkMemory(config)];
}

/** Tries both ports. A port of a running host of ours is no fault. */
export async function checkPorts({ server }: Pick<HostConfig, 'server'>): Promise<Finding[]> {
  const { host, port, admin } = server;
  const running = await runningOn(host, port);
  const findings = [await checkPort('public port', { host, port, key: 'server.port', variable: 'PORT' }, running)];
  if (admin === 'off') return findings;
  const place = { host: admin.host, port: admin.port, key: 'server.admin.port', variable: 'ADMIN_PORT' };
  return [...findings, await checkPort('admin port', place, running)];
}

/** @param running the version of the host that answers on the public port, if there is one. */
async function checkPort(
  check: string,
  { host, port, key, variable }: Readonly<Record<'host' | 'key' | 'variable', string>> & { readonly port: number },
  running: string | undefined,
): Promise<Finding> {
  const shown = `${host}:${port}`;
  if (port === 0) return good(check, 'a free one is picked at each start');
  const refusal = await tryListening(host, port);
  if (refusal === undefined) return good(check, `${shown} is free`);
  switch (refusal.code ?? '') {
    case 'EADDRINUSE':
      if (running !== undefined) return good(check, `${shown} is taken: a host with version ${running} is running`);
      return warn(check, `${shown} is taken by another program or host`, `Stop it, or change "${key}" or ${variable}.`);
    case 'EACCES':
      return warn(check, `${shown} is not allowed to this user`, `Take a port above 1023 for "${key}".`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return warn(check, `${host} is not an address of this machine`, `Listen on 0.0.0.0, or on one that it has.`);
    default:
      return warn(check, `${shown}: ${messageOf(refusal)}`, `Change "${key}" or ${variable}.`);
  }
}

function tryListening(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** The version of the host that serves there; `undefined` without one. */
async function runningOn(host: string, port: number): Promise<string | undefined> {
  if (port === 0) return undefined;
  const url = new URL(`http://${nameOfHost(host)}:${port}/`);
  const answer = readObject(await getOnce({ url, timeout: ASK_MS, headers: { accept: 'application/json' } }));
  return 'json' in answer && answer.json['name'] === 'serpentarium' ? String(answer.json['version']) : undefined;
}

/** Whether the journal's file can be written or created. */
export function checkJournalFolder({ path: file, maxSize }: Pick<JournalConfig, 'path' | 'maxSize'>): Finding {
  const check = 'journal';
  let folder = path.dirname(file);
  // The host creates missing folders.
  while (!existsSync(folder)) folder = path.dirname(folder);
  const remedy = 'Let the user of the host write there, or let "journal.path" name another folder.';
  if (!statSync(folder).isDirectory()) return warn(check, `${folder} is a file, not a folder`, remedy);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    const freeMb = Math.floor((bavail * bsize) / 1024 ** 2);
    const mostMb = Math.floor(maxSize / 1024 ** 2);
    const message = `${folder} can be written; ${freeMb} MB are free, the journal may take ${mostMb}`;
    if (freeMb >= mostMb || existsSync(file)) return good(check, message);
    return warn(check, message, 'Lower "journal.maxSize", or free space: a full disk stops writing.');
  } catch (thrown) {
    return warn(check, `${folder} ${diskReason(thrown)}`, remedy);
  }
}

/** Whether the memory suffices for one process of each snake. */
export function checkMemory({ server, snakes }: Pick<HostConfig, 'server' | 'snakes'>): Finding {
  const { memoryMb } = thisMachine();
  const configured = server.memory === undefined ? undefined : Math.floor(server.memory / 1024 ** 2);
  const ceiling = new ChildCeiling(configured).memoryMb;
  const needed = EXPECTED_MB * snakes.filter(({ isolation }) => isolation !== 'inline').length;
  const message = `${ceiling} of ${memoryMb} MB for child processes; ${formatCount(snakes.length, 'snake')} expected to take ${needed}`;
  if (ceiling > memoryMb)
    return warn('memory', message, 'Lower "server.memory", or remove it: the system kills processes that take more.');
  if (needed <= ceiling) return good('memory', message);
  return warn('memory', message, 'Mount fewer snakes: with less, games kill each other’s processes.');
}
