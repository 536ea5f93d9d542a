/** What the limits of the public port report. `host-events.ts` logs and counts it. */

/** What a stranger can use up. */
export const LIMITS = ['connections', 'unfinished', 'newGames', 'largeBodies'] as const;
/** One of {@link LIMITS}. */
export type Limit = (typeof LIMITS)[number];

/** Listens to the limits. */
export interface LimitEvents {
  /** A request or connection was refused. */
  limited(limit: Limit, address: string): void;
  /** An idle connection was closed to make room for a new one. */
  evicted(address: string): void;
}

/** Nobody listens. */
export const silentLimitEvents: LimitEvents = { limited() {}, evicted() {} };
