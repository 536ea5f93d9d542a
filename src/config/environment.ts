/**
 * The environment variables that the host reads, and the ones that a configuration names. Called by `read-config.ts`
 * and the command `serve`.
 */
import { usageFault, type Fault } from '../errors/errors.js';
import { formatPointer, type Path } from '../errors/json-pointer.js';
import { isRecord } from '../errors/kind-of.js';
import type { TSchema } from '../wire/type.js';
import type { ReportFault } from './check-shape.js';
import { FileKeys } from './schema.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Values that override the file; `undefined` if a variable is unset, empty or invalid. */
export interface Overrides {
  readonly port: number | undefined;
  readonly adminPort: number | undefined;
  readonly host: string | undefined;
  readonly token: string | undefined;
  readonly journal: string | undefined;
}

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
  const named = env['SERPENTARIUM_JOURNAL']?.trim() || undefined;
  // Platforms put the URL of their database into different variables.
  const journal = named?.startsWith('$') === true ? env[named.slice(1)]?.trim() : named;
  if (journal === undefined && named !== undefined)
    faults.push({ source: variable('SERPENTARIUM_JOURNAL'), message: `names "${named}", which is not set.` });
  return { port, adminPort, host: isHost ? host : undefined, token, journal };
}

function readPort(env: Environment, name: string, faults: Fault[]): number | undefined {
  const written = env[name]?.trim() || undefined;
  if (written === undefined) return undefined;
  if (/^\d{1,5}$/.test(written) && Number(written) <= 65_535) return Number(written);
  faults.push({ source: variable(name), message: `is "${written}", not a whole number between 0 and 65535.` });
  return undefined;
}

/** From the fewest lines to the most, and none. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads `LOG_LEVEL`, in any case; `info` if unset. Throws a `UsageError` if it is not a log level. */
export function readLogLevel(env: Environment): LogLevel {
  const written = env['LOG_LEVEL']?.trim();
  if (written === undefined || written === '') return 'info';
  const level = LOG_LEVELS.find((known) => known === written.toLowerCase());
  if (level !== undefined) return level;
  const message = `is "${written}", which is not a log level. Use one of ${LOG_LEVELS.join(', ')}.`;
  throw usageFault(variable('LOG_LEVEL'), message);
}

interface Key {
  readonly type?: unknown;
  readonly secret?: boolean;
  readonly items?: Key;
  readonly properties?: Readonly<Record<string, Key>>;
}

/** How variables are found, and where unset ones are reported. */
export interface VariableSource {
  readonly env: Environment;
  readonly fault: ReportFault;
  /** Receives the name of the variable at each path, by its pointer. */
  readonly names: Map<string, string>;
  /** Where the project may have more, for messages. */
  readonly envFile: string;
  /** Whether a secret with an unset variable is left out: local games need none. */
  readonly skipsSecrets: boolean;
}

/**
 * The value with every string `$NAME` replaced by the variable of that name, without blanks around it. Where a number
 * or boolean is expected, and in the options of a strategy, its text is parsed if possible. A string that begins with
 * `$` itself is written `$$NAME`.
 */
export function resolveVariables(
  value: unknown,
  source: VariableSource,
  path: Path = [],
  key: TSchema | Key | undefined = FileKeys,
): unknown {
  const { type, secret, items, properties } = (key ?? {}) as Key;
  if (Array.isArray(value)) return value.map((item, index) => resolveVariables(item, source, [...path, index], items));
  if (isRecord(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, item]) => [name, resolveVariables(item, source, [...path, name], properties?.[name])]),
    );
  }
  const [, dollars, name] = (typeof value === 'string' && /^(\$\$?)([A-Za-z_]\w*)$/.exec(value)) || [];
  if (name === undefined) return value;
  if (dollars === '$$') return `$${name}`;
  source.names.set(formatPointer(path), name);
  const text = source.env[name]?.trim() ?? '';
  if (text !== '') return [type].flat().includes('string') ? text : toScalar(text);
  if (!source.skipsSecrets || secret !== true) {
    source.fault(
      path,
      `environment variable "${name}" is not set. Did you forget it, or the file "${source.envFile}"?`,
    );
    return value;
  }
  return undefined;
}

function toScalar(text: string): unknown {
  return /^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
}
