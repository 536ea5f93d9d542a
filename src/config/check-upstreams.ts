/** Checks the URLs of upstreams, and the keys next to them. Called by `check-sources.ts` and `read-config.ts`. */
import { hostname, networkInterfaces } from 'node:os';
import { isLoopbackUrl } from '../exchange/loopback.js';
import type { DeepPartial, ReportFault, Reports } from './check-shape.js';
import type { Overrides } from './environment.js';
import type { ConfigFile } from './schema.js';

type Snakes = readonly (DeepPartial<ConfigFile['snakes'][number]> | undefined)[];

/**
 * The URL of an upstream, or its fault is reported, at a path below the snake. Messages never show it: it may contain a
 * password.
 */
export function checkUpstream(written: string, hasRun: boolean, fault: ReportFault): URL | undefined {
  const problem = urlProblem(written);
  if (problem !== undefined) return void fault(['upstream'], `"upstream" ${problem}`);
  const url = new URL(written);
  if (!hasRun || (url.protocol === 'http:' && isNear(url))) return url;
  const message =
    '"run" serves on this machine, but "upstream" points elsewhere. Write "http://127.0.0.1:PORT", or remove one of them.';
  return void fault(['run'], message, 'key');
}

function urlProblem(written: string): string | undefined {
  const expected = 'a URL such as "http://127.0.0.1:8081"';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return `is not ${expected}. Did you forget "http://"?`;
  if (scheme !== 'http' && scheme !== 'https')
    return `begins with "${scheme}://". Servers take "http://" or "https://".`;
  if (!URL.canParse(written)) return `is not ${expected}.`;
  const { pathname, hash } = new URL(written);
  if (hash !== '') return 'has a "#", which no server sees. Remove it and what follows.';
  const action = /\/(start|move|end)\/*$/.exec(pathname)?.[1];
  return action === undefined ? undefined : `ends in "/${action}", which the host adds itself. Remove it.`;
}

/** Reports upstreams that lead to a port of this host, which would call itself without end. */
export function checkOwnPorts(
  snakes: Snakes,
  server: DeepPartial<ConfigFile['server']>,
  { port = server.port, adminPort }: Overrides,
  report: ReportFault,
): void {
  const admin = server.admin === 'off' ? undefined : (adminPort ?? server.admin?.port);
  for (const [index, { upstream = '' } = {}] of snakes.entries()) {
    if (urlProblem(upstream) !== undefined) continue;
    const url = new URL(upstream);
    const own = [port, admin].find((one) => one !== undefined && one !== 0 && one === portOf(url));
    if (own === undefined || !isThisMachine(url)) continue;
    const message = `"upstream" points back to this host: port ${own} is its own. The server needs another.`;
    report(['snakes', index, 'upstream'], message);
  }
}

export function checkServedPorts(snakes: Snakes, { fault, lineOf }: Reports): void {
  const served = new Map<number, number>();
  for (const [index, { upstream = '', run } = {}] of snakes.entries()) {
    if (run === undefined || urlProblem(upstream) !== undefined) continue;
    const port = portOf(new URL(upstream));
    const other = served.get(port);
    if (other === undefined) {
      served.set(port, index);
      continue;
    }
    const line = lineOf(['snakes', other, 'run']);
    fault(['snakes', index, 'run'], `port ${port} is served by the "run" of line ${line}. Remove one of them.`, 'key');
  }
}

/** The port of a URL (default: the scheme's). */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? { 'http:': 80, 'https:': 443 }[protocol]! : Number(port);
}

/** Names below `localhost` lead to this machine as well. */
function isNear(url: URL): boolean {
  return isLoopbackUrl(url) || url.hostname.endsWith('.localhost');
}

function isThisMachine(url: URL): boolean {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  return isNear(url) || ['0.0.0.0', '::', hostname().toLowerCase(), ...own].includes(bare);
}
