/** Lets Ctrl-C end a game or a match cleanly. Called by `play` and `compare`. */
import { EXIT } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts. The second one exits the process at once.
 *
 * The listeners stay until the process exits: log-update's cursor guard kills the process if it is the only listener.
 */
export function createInterruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}
