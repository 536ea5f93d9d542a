/** From what people write to a moment. */

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `7d`, `12h`, `2026-08-01` or a date with its time, in ms since 1970; nothing where it is none of them. */
export function parseSince(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (unit !== undefined) return now - Number(count) * UNITS[unit]!;
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
