/** What everybody who connects to PostgreSQL knows of it: which errors pass, and how to end a connection. */
import type { PoolClient } from 'pg';

/**
 * SQLSTATEs, or their first two characters, after which a later attempt may succeed: connection lost, login or database
 * missing, transaction rolled back, out of room, shutting down, object locked, system error, damaged data. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = '08 28 3D 40 53 55 57 58 25006 25P03 3F000 42501 42P01 XX001 XX002'.split(' ');

/**
 * The SQLSTATE of an error that the server reports; `undefined` for an error of a socket, of the driver or our own. The
 * codes of sockets begin with E, as in EPIPE; those of the server never do.
 */
export function sqlStateOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) ? code : undefined;
}

/**
 * Whether a later attempt may succeed. True for every error of a socket or of the driver, for some of the server, and
 * for none of our own code.
 */
export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) return false;
  const state = sqlStateOf(thrown);
  return state === undefined || PASSING.some((passing) => state.startsWith(passing));
}

/** Ends a connection without waiting for the server. A query that is under way rejects. */
export function cutConnection(client: PoolClient): void {
  (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream.destroy();
}
