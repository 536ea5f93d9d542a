/** The first lines of a host on a terminal: addresses to click, one line a snake. Called by `serve`. */
import type { HostConfig } from '../../config/types.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { nameOfHost } from '../game-links.js';

interface StartPorts {
  /** Of the public port. */
  readonly port: number;
  /** Of the admin port; absent if it is off. */
  readonly admin: number | undefined;
}

/** Addresses are the ones under which this machine reaches the host, with the keys; none is broken by a line. */
export function formatStart(
  { server, snakes, experiments, keys }: Pick<HostConfig, 'server' | 'snakes' | 'experiments' | 'keys'>,
  { port, admin }: StartPorts,
): string {
  const base = `http://${nameOfHost(server.host)}:${port}`;
  const page =
    server.admin === 'off' || admin === undefined
      ? []
      : [['the page', `http://${nameOfHost(server.admin.host)}:${admin}`]];
  const addressOf = (prefix: string) => base + prefix + (keys.has(prefix) ? `?key=${keys.get(prefix)}` : '');
  const served = [
    ...snakes.map(({ prefix, name }) => [name, addressOf(prefix)]),
    ...experiments.map(({ prefix, name }) => [`experiment ${name}`, addressOf(prefix)]),
  ];
  return formatTable([`serving ${formatCount(snakes.length, 'snake')}:`, ''], [...page, ...served]);
}
