/**
 * URLs of databases and queues, and addresses of journals: such a URL, or the path of a file. They hold passwords, and
 * no log, page or error may show one.
 */
import { messageOf } from '../errors/errors.js';

/** The servers that such a URL may lead to, by its scheme. */
const KINDS = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'redis:': 'redis',
  'rediss:': 'redis',
} as const;

export type ServiceKind = (typeof KINDS)[keyof typeof KINDS];

/** Shown in place of a secret. */
const HIDDEN = '***';

/** Parameters of a URL that hold secrets, too. */
const SECRET_PARAMETERS = ['password', 'sslpassword'];

/** The kind of server that a URL leads to; `undefined` if the text is no URL, or one of another kind. */
export function serviceKindOf(url: string): ServiceKind | undefined {
  const parsed = parse(url);
  return parsed === undefined ? undefined : (KINDS as Readonly<Record<string, ServiceKind>>)[parsed.protocol];
}

/** A URL for display, without its password. Text that is not a URL is hidden completely. */
export function toShownUrl(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) return HIDDEN;
  if (parsed.password !== '') parsed.password = HIDDEN;
  for (const name of SECRET_PARAMETERS) if (parsed.searchParams.has(name)) parsed.searchParams.set(name, HIDDEN);
  return parsed.href;
}

/** A text, such as an error of a driver, in which neither the URL nor its password occurs. */
export function withoutSecrets(text: string, url: string): string {
  const parsed = parse(url);
  const secrets = parsed === undefined ? [] : secretsOf(parsed);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text.replaceAll(url, toShownUrl(url)));
}

/** The secrets of a URL as written and decoded; the longest first. */
function secretsOf({ password, searchParams }: URL): string[] {
  const written = [password, ...SECRET_PARAMETERS.flatMap((name) => searchParams.getAll(name))];
  const all = written.flatMap((secret) => [secret, decode(secret)]).filter((secret) => secret !== '');
  return all.sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Whether an address is the URL of a database. Anything else is the path of a file. */
export function isServerAddress(address: string): boolean {
  return serviceKindOf(address) === 'postgres';
}

/** An address without its password, for display. */
export function toShownAddress(address: string): string {
  return isServerAddress(address) ? toShownUrl(address) : address;
}

/** Why something at an address failed, without a password. */
export function reasonOf(thrown: unknown, address: string): string {
  return isServerAddress(address) ? withoutSecrets(messageOf(thrown), address) : messageOf(thrown);
}
