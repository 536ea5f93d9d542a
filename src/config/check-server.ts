/** Checks what the schema cannot of `server:` and `alerts:`. Called by `read-config.ts`. */
import { isIP } from 'node:net';
import type { Fault } from '../errors.js';
import { isLoopback } from '../loopback.js';
import type { DeepPartial, ReportFault } from './check-shape.js';
import { variable, type Overrides } from './environment.js';
import type { ConfigFile } from './schema.js';

type Server = DeepPartial<ConfigFile['server']>;

/**
 * Reports equal ports, a `grace` shorter than `drain`, and an admin port that other machines can reach without a token.
 */
export function checkServer(server: Server, overrides: Overrides, report: ReportFault, faults: Fault[]): void {
  checkProxies(server.trustedProxies ?? [], report);
  const { drain, grace } = server;
  if (drain !== undefined && grace !== undefined && grace < drain) {
    report(['server', 'grace'], '"grace" is shorter than "drain". Both count from SIGTERM.');
  }
  const admin = typeof server.admin === 'object' ? server.admin : {};
  if (
    admin.host !== undefined &&
    !isLoopback(admin.host) &&
    admin.token === undefined &&
    overrides.token === undefined
  ) {
    const path = ['server', 'admin', 'host'];
    report(
      path,
      `"host" is "${admin.host}", which other machines can reach: the admin port needs a "token". Did you forget it?`,
    );
  }
  const port = overrides.port ?? server.port;
  const adminPort = server.admin === 'off' ? undefined : (overrides.adminPort ?? admin.port);
  const host = overrides.host ?? server.host;
  if (port === undefined || port === 0 || port !== adminPort || !isSameHost(host, admin.host)) return;
  if (overrides.adminPort !== undefined) {
    faults.push({ source: variable('ADMIN_PORT'), message: `is ${port}, as "server.port". Each needs its own.` });
  } else if (overrides.port !== undefined) {
    faults.push({ source: variable('PORT'), message: `is ${port}, as "server.admin.port". Each needs its own.` });
  } else {
    report(['server', 'admin', 'port'], `"port" is ${port}, the port of "server". Each needs its own.`);
  }
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

/** Whether the same port cannot be opened on both: the wildcard address takes it on all. */
function isSameHost(a: string | undefined, b: string | undefined): boolean {
  return a === b || [a, b].some((host) => host === '0.0.0.0' || host === '::');
}
