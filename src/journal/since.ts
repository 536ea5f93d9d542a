/** Parses the moment since when a user asks for games. Called by `report --since` and by the HTTP routes. */
import ms, { type StringValue } from 'ms';

/** A number with a unit. Bare numbers are refused: they might mean anything. */
const AGE = /^\d{1,6}(\.\d{1,3})? ?[a-z]+$/i;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * The moment in ms since 1970 of `7d`, `12h` or `2 weeks` before `now`, of `2026-08-01`, or of a date with a time;
 * `undefined` if the text is none of these.
 */
export function parseSince(text: string, now: number): number | undefined {
  // Despite its type, `ms` returns undefined for a unit that it does not know.
  const age = AGE.test(text) ? (ms(text as StringValue) as number | undefined) : undefined;
  if (age !== undefined) return Math.round(now - age);
  const moment = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
