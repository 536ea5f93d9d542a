/** Does something again and again, with waits between. */
import { Backoff, isPassing } from '../../backoff.js';

/** Something that is done again and again. */
export interface Repetition {
  /** Resolves when it is no longer being done. */
  stop(): Promise<void>;
}

/**
 * Calls `action` at once, and again when the ms that it resolves with have passed; never again after `Infinity`. A
 * failure that may pass, such as that of a connection, is tried again. Any other one is a bug of ours: it goes
 * unhandled and ends the process, because nobody would notice that nothing is done any more.
 */
export function repeat(action: () => Promise<number>): Repetition {
  const backoff = new Backoff();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void>;
  const run = async () => {
    const pause = await attempt();
    if (!isStopped && pause < Infinity) timer = setTimeout(() => void (running = run()), pause);
  };
  const attempt = async () => {
    try {
      const pause = await action();
      backoff.succeed();
      return pause;
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown;
      return backoff.fail();
    }
  };
  running = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
