/** How fast a duel creates games: the platform limits an account. Moments in ms since 1970. */
import type { DuelGame, DuelTally } from './duel-tally.js';

const WINDOW_MS = 10 * 60_000;
/** A busy platform is left alone for at least as long. */
const BUSY_MS = 60_000;

type Pace = DuelTally['pace'];
type Created = readonly Pick<DuelGame, 'at'>[];

/** When the next game may be created. */
export function nextCreation(games: Created, { most, notBefore }: Pace): number {
  return Math.max(notBefore, (games.at(-most)?.at ?? -Infinity) + WINDOW_MS);
}

/** After a 429, no more games than the window has. */
export function afterRefusal(games: Created, { most }: Pace, now: number, busyFor: number): Pace {
  const taken = games.filter(({ at }) => at > now - WINDOW_MS).length;
  return { most: Math.max(1, Math.min(most, taken)), notBefore: now + Math.max(BUSY_MS, busyFor) };
}
