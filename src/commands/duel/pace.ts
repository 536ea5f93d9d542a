/** How fast a duel creates games: the platform limits an account. Moments in ms since 1970. */

const WINDOW_MS = 10 * 60_000;

export interface Pace {
  /** The games of the last window. */
  readonly created: readonly number[];
  /** Most games in any window. */
  readonly most: number;
  /** Until when a busy platform asked to wait. */
  readonly notBefore: number;
}

/** The platform takes about 20 games in a window: the rest are left for other uses of the account. */
export const FULL_PACE: Pace = { created: [], most: 12, notBefore: 0 };

/** When the next game may be created. */
export function nextCreation({ created, most, notBefore }: Pace): number {
  return Math.max(notBefore, (created.at(-most) ?? -Infinity) + WINDOW_MS);
}

/** With one more game. A time in the future means that the clock was set back, and is replaced by `now`. */
export function afterCreation(pace: Pace, now: number): Pace {
  const recent = pace.created.filter((at) => at > now - WINDOW_MS).map((at) => Math.min(at, now));
  return { ...pace, created: [...recent, now] };
}

/** After a 429, fewer games than the window has. */
export function afterRefusal(pace: Pace, now: number, busyFor: number): Pace {
  return { ...pace, most: Math.max(1, Math.min(pace.most, pace.created.length) - 1), notBefore: now + busyFor };
}
