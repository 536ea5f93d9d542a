/** Tells errors that PostgreSQL reports from those of the way to it. Asked by all that connect to it. */

/**
 * The SQLSTATE of an error that the server reports; `undefined` for an error of a socket, of the driver or our own. The
 * codes of sockets begin with E, as in EPIPE; those of the server never do. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function sqlStateOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) ? code : undefined;
}
