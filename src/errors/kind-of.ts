/** The kind of an unknown value: a guard for code, a phrase for error messages. */

/** Whether `value` is an object with keys to read: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kind of a value, for error messages: `a number`, `null`, `a list`, `undefined`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Longest part of a string that a message quotes, in characters. */
const MAX_QUOTED = 40;

/** A value for a message: short values as written, others by their kind. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') {
    const shown = hideSecrets(value);
    return JSON.stringify(shown.length > MAX_QUOTED ? `${shown.slice(0, MAX_QUOTED)}…` : shown);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

/** Hides what follows `key:`, `token:` or `url:` in text that a message quotes. */
export function hideSecrets(quotedText: string): string {
  return quotedText.replace(/\b(key|token|url)(["']?\s*[:=]).*/is, '$1$2…');
}

/** Whether a returned value has a `then`: not every promise is one of this realm. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
