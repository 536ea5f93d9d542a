/** Lets Ctrl-C end a game or a match in good order. Called by `play` and `compare`. */
import { EXIT } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal that is aborted by the first SIGINT or SIGTERM. The second one exits at once.
 *
 * Listens for as long as the process lives: log-update's cursor guard kills the process if it finds that it is the only
 * one who listens.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}
