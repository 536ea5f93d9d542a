/** Does something again and again, with waits between. */

/** Something that is done again and again. */
export interface Repetition {
  /** Resolves when it is no longer being done. */
  stop(): Promise<void>;
}

/** Wait after a failure, in ms. Outages do not fail: the server's connection waits for their end. */
const RETRY_MS = 1000;

/**
 * Calls `action` at once, and again when the ms that it resolves with have passed; never again after `Infinity`.
 * Failures are tried again.
 */
export function repeat(action: () => Promise<number>): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void>;
  const run = async () => {
    const pause = await action().catch(() => RETRY_MS);
    if (!isStopped && pause < Infinity) timer = setTimeout(() => void (running = run()), pause);
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
