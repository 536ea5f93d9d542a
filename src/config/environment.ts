/** Every environment variable that the host itself reads. Called by `read-config.ts` and the command `serve`. */
import { usageFault, type Fault } from '../errors.js';
import { LOG_LEVELS, type LogLevel } from '../log.js';

/** As in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Values that win over the file; `undefined` if a variable is unset, empty or wrong. */
export interface Overrides {
  readonly port: number | undefined;
  readonly adminPort: number | undefined;
  readonly host: string | undefined;
  readonly token: string | undefined;
  readonly journal: string | undefined;
}

/** The `source` of a fault in an environment variable. */
export function variable(name: string): string {
  return `environment variable "${name}"`;
}

/** Reads `PORT`, `ADMIN_PORT`, `HOST`, `SERPENTARIUM_TOKEN`, `SERPENTARIUM_JOURNAL`. Adds faults to `faults`. */
export function readEnvironment(env: Environment, faults: Fault[]): Overrides {
  const port = readPort(env, 'PORT', faults);
  const adminPort = readPort(env, 'ADMIN_PORT', faults);
  const host = env['HOST']?.trim() || undefined;
  const isHost = host === undefined || /^[A-Za-z0-9._:%-]+$/.test(host);
  if (!isHost) {
    const message = `is "${host}", not an address such as "0.0.0.0" or a host name.`;
    faults.push({ source: variable('HOST'), message });
  }
  const token = env['SERPENTARIUM_TOKEN']?.trim() || undefined;
  const journal = env['SERPENTARIUM_JOURNAL']?.trim() || undefined;
  return { port, adminPort, host: isHost ? host : undefined, token, journal };
}

function readPort(env: Environment, name: string, faults: Fault[]): number | undefined {
  const written = env[name]?.trim() || undefined;
  if (written === undefined) return undefined;
  if (/^\d{1,5}$/.test(written) && Number(written) <= 65_535) return Number(written);
  faults.push({ source: variable(name), message: `is "${written}", not a whole number between 0 and 65535.` });
  return undefined;
}

/** Reads `LOG_LEVEL`, in any case; `info` if unset. Throws a `UsageError` if it is not a log level. */
export function readLogLevel(env: Environment): LogLevel {
  const written = env['LOG_LEVEL']?.trim();
  if (written === undefined || written === '') return 'info';
  const level = LOG_LEVELS.find((known) => known === written.toLowerCase());
  if (level !== undefined) return level;
  const message = `is "${written}", which is not a log level. Use one of ${LOG_LEVELS.join(', ')}.`;
  throw usageFault(variable('LOG_LEVEL'), message);
}
