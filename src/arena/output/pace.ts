/** Slows a game down so that people can follow it. Called by `play`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Watcher } from '../game/watcher.js';

export interface PaceOptions {
  /** Pause after each turn, in ms. */
  readonly delay: number;
  /** Shortest duration of a turn, in ms. */
  readonly duration: number;
  /** Ends any pause. */
  readonly signal: AbortSignal;
  /** A clock in ms; for tests. */
  readonly now?: () => number;
  /** Waits some ms; for tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A watcher that makes the game wait after each turn: for `delay`, or until `duration` is over if that is later. */
export function createPace({ delay, duration, signal, now = () => performance.now(), wait }: PaceOptions): Watcher {
  const pause = wait ?? ((ms) => sleep(ms, undefined, { signal }).catch(() => undefined));
  let began = now();
  return {
    began() {
      began = now();
    },
    async played() {
      const ms = Math.max(delay, duration - (now() - began));
      if (ms > 0) await pause(ms);
      began = now();
    },
  };
}
