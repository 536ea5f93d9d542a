/** The environment variables that win over the file. Called by `read-config.ts`. */
import type { Fault } from '../errors.js';

/** As in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says; empty variables say nothing. */
export interface Overrides {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly token: string | undefined;
}

/** What a fault names in place of a file. */
export function variable(name: string): string {
  return `environment variable "${name}"`;
}

/** Reads `PORT`, `HOST` and `SERPENTARIUM_TOKEN`; what makes no sense is added to `faults` and left out. */
export function readEnvironment(env: Environment, faults: Fault[]): Overrides {
  const port = env['PORT']?.trim() || undefined;
  const host = env['HOST']?.trim() || undefined;
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535);
  if (!isPort) {
    faults.push({ source: variable('PORT'), message: `is "${port}", not a whole number between 0 and 65535.` });
  }
  const isHost = host === undefined || /^[A-Za-z0-9._:%-]+$/.test(host);
  if (!isHost) {
    const message = `is "${host}", not an address such as "0.0.0.0", or the name of a host.`;
    faults.push({ source: variable('HOST'), message });
  }
  const token = env['SERPENTARIUM_TOKEN']?.trim() || undefined;
  return { port: isPort && port !== undefined ? Number(port) : undefined, host: isHost ? host : undefined, token };
}
