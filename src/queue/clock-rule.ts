/** What becomes of strategies that look at the clock, on machines that are faster or slower than the coordinator's. */
import { isRecord } from '../kind-of.js';

/** The rules, by their names on the command line. */
export const CLOCK_RULES = ['scale', 'refuse', 'ignore'] as const;

/** How a contest treats the speed of machines. Plain data. */
export interface ClockRule {
  /**
   * `scale`: a worker that is half as fast gives strategies twice the time. `refuse`: workers that are much slower or
   * faster do not play. `ignore`: all strategies get the same time.
   */
  readonly kind: (typeof CLOCK_RULES)[number];
  /** The speed that counts as 1: that of the coordinator's machine. */
  readonly speed: number;
}

/** Whether a rule that has travelled can be applied. */
export function isClockRule(value: unknown): value is ClockRule {
  return (
    isRecord(value) &&
    CLOCK_RULES.some((kind) => kind === value['kind']) &&
    Number.isFinite(value['speed']) &&
    Number(value['speed']) > 0
  );
}

/** How far a worker's speed may be from the coordinator's where it is not scaled: by this factor. */
export const MAX_SPEED_RATIO = 1.25;
/** The slowest worker that time is scaled for: it gets this many times as much. */
export const MAX_TIME_SCALE = 8;

/** What strategies get on a worker: their time is multiplied by `scale`, or the contest is refused. */
export type ClockDecision =
  { readonly kind: 'play'; readonly scale: number } | { readonly kind: 'refuse'; readonly reason: string };

export function applyClockRule({ kind, speed: reference }: ClockRule, speed: number): ClockDecision {
  const scale = reference / speed;
  const ratio = `its speed is ${speed.toFixed(2)}, that of the coordinator ${reference.toFixed(2)}`;
  if (kind === 'ignore') return { kind: 'play', scale: 1 };
  if (kind === 'scale') {
    return scale <= MAX_TIME_SCALE ? { kind: 'play', scale } : { kind: 'refuse', reason: `it is too slow: ${ratio}` };
  }
  if (Math.max(scale, 1 / scale) <= MAX_SPEED_RATIO) return { kind: 'play', scale: 1 };
  return { kind: 'refuse', reason: `${ratio}, and --clock refuse allows a factor of ${MAX_SPEED_RATIO}` };
}
