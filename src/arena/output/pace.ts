/** Slows a game down to where people can follow it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Watcher } from '../game/watcher.js';

export interface PaceOptions {
  /** Waited after each turn, in ms. */
  readonly delay: number;
  /** The least that a turn takes, in ms. */
  readonly duration: number;
  /** Ends any waiting. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

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
