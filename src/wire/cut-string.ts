/** Cuts strings that others send. Called for shouts and for everything else that a request may carry. */

/**
 * The first `limit` characters of a string, without half a surrogate pair at the end. They are copied: V8 keeps a whole
 * string in memory while a slice of it is in use.
 */
export function cutString(value: string, limit: number): string {
  if (value.length <= limit) return value;
  const end = value.codePointAt(limit - 1)! > 0xffff ? limit - 1 : limit;
  return JSON.parse(JSON.stringify(value.slice(0, end))) as string;
}
