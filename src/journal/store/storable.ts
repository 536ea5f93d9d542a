/** Makes strings storable in every database. Called for all that strangers choose: ids and names. */

/** Replaces NUL characters, which PostgreSQL refuses. */
export function toStorable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
