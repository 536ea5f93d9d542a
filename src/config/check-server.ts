/** Checks that the schema cannot make of `server:`, `alerts:` and `journal:`. Called by `read-config.ts`. */
import { isIP } from 'node:net';
import type { Fault } from '../errors/errors.js';
import { isLoopback } from '../exchange/loopback.js';
import type { DeepPartial, ReportFault } from './check-shape.js';
import { variable, type Overrides } from './environment.js';
import type { ConfigFile } from './schema.js';
import { missingPackages } from '../processes/optional-packages.js';
import { serviceKindOf } from '../exchange/service-url.js';
import { SHARE_PATH } from './prefixes.js';

type Server = DeepPartial<ConfigFile['server']>;

const ADMIN = ['server', 'admin'];

/**
 * Reports equal ports, a `grace` shorter than `drain`, and an admin port that other machines can reach without a token.
 * Returns the ports.
 */
export function checkServer(server: Server, overrides: Overrides, report: ReportFault, faults: Fault[]): number[] {
  checkProxies(server.trustedProxies ?? [], report);
  const { drain, grace, host = '' } = server;
  if (drain !== undefined && grace !== undefined && grace < drain) {
    report(['server', 'grace'], '"grace" is shorter than "drain". Both count from SIGTERM.');
  }
  const admin = typeof server.admin === 'object' ? server.admin : {};
  const needsToken = 'needs a "token". Did you forget it?';
  const isOpen = admin.token === undefined && overrides.token === undefined;
  if (isOpen && admin.host !== undefined && !isLoopback(admin.host))
    report(
      [...ADMIN, 'host'],
      `"host" is "${admin.host}", which other machines can reach: the admin port ${needsToken}`,
    );
  if (isOpen && admin.path !== undefined)
    report([...ADMIN, 'path'], `"path" shows the admin port to everybody: it ${needsToken}`);
  if (server.share === true && `${admin.path}/`.startsWith(`${SHARE_PATH}/`))
    report(
      [...ADMIN, 'path'],
      `"path" is "${admin.path}", and shared games are below "${SHARE_PATH}". Choose another.`,
    );
  const port = overrides.port ?? server.port;
  const adminPort = server.admin === 'off' ? undefined : (overrides.adminPort ?? admin.port);
  const ports = [port, adminPort].filter((one): one is number => (one ?? 0) !== 0);
  if (ports.length < 2 || port !== adminPort || !isSameHost(overrides.host ?? host, admin.host)) return ports;
  const [name, other] =
    overrides.adminPort === undefined ? ['PORT', 'server.admin.port'] : ['ADMIN_PORT', 'server.port'];
  if ((overrides.adminPort ?? overrides.port) === undefined)
    report([...ADMIN, 'port'], `"port" is ${port}, the port of "server". Each needs its own.`);
  else faults.push({ source: variable(name), message: `is ${port}, as "${other}". Each needs its own.` });
  return ports;
}

/** Reports URLs of alerts that look right and are not, such as those with a wrong port. Never shows one. */
export function checkAlerts(alerts: DeepPartial<ConfigFile['alerts']>, report: ReportFault): void {
  for (const [index, { url } = {}] of alerts.entries()) {
    if (url !== undefined && !URL.canParse(url)) report(['alerts', index, 'url'], '"url" is not a valid URL.');
  }
}

function checkProxies(proxies: readonly (string | undefined)[], report: ReportFault): void {
  for (const [index, proxy = ''] of proxies.entries()) {
    const [address = '', bits = '0', ...more] = proxy.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
    if (/^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0) continue;
    report(['server', 'trustedProxies', index], `"${proxy}" is not an address or a network such as "10.0.0.0/8".`);
  }
}

/** Whether the same port cannot be opened on both: the wildcard address occupies it on all. */
function isSameHost(a: string | undefined, b: string | undefined): boolean {
  return a === b || [a, b].some((host) => host === '0.0.0.0' || host === '::');
}

type Journal = DeepPartial<ConfigFile['journal']> | undefined;

const JOURNAL_URL = 'a URL such as "postgres://user:password@host:5432/database"';

/** Reports missing packages of the journal. A remote journal has a spool in a file, too. */
export function checkJournalPackages(journal: Journal, { journal: override }: Overrides, report: ReportFault): void {
  if (journal === 'off') return;
  const isRemote = (override ?? journal?.url) !== undefined;
  for (const part of ['the embedded journal', ...(isRemote ? ['a journal in PostgreSQL' as const] : [])] as const) {
    const missing = missingPackages(part);
    if (missing !== undefined) report(['journal'], `${missing} Without a journal, write "journal: off".`);
  }
}

/** Reports a URL of the journal that is wrong, without showing it. */
export function checkJournalUrl(
  journal: Journal,
  { journal: override }: Overrides,
  report: ReportFault,
  faults: Fault[],
): void {
  if (journal === 'off') return;
  const mistake = override === undefined ? undefined : findUrlMistake(override);
  if (mistake !== undefined) faults.push({ source: variable('SERPENTARIUM_JOURNAL'), message: mistake });
  const { url } = journal ?? {};
  const written = url === undefined ? undefined : findUrlMistake(url);
  if (written !== undefined) report(['journal', 'url'], `"url" ${written}`);
}

/** The fault of a journal's URL, as the end of a sentence without the URL; `undefined` if there is none. */
export function findUrlMistake(url: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return `is not ${JOURNAL_URL}.`;
  if (!/^postgres(ql)?:\/\/$/i.test(scheme)) return `begins with "${scheme}". The journal takes "postgres://".`;
  if (serviceKindOf(url) === undefined || !isDecodable(url)) {
    return `is not ${JOURNAL_URL}. In a password, write "/" as "%2F", "#" as "%23", "?" as "%3F" and "%" as "%25".`;
  }
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === '' && !searchParams.has('host')) return `names no host. Expected ${JOURNAL_URL}.`;
  return pathname.length > 1 ? undefined : `names no database. Expected ${JOURNAL_URL}.`;
}

function isDecodable(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}
