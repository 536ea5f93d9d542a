/** Lets Ctrl-C end a game or a match cleanly. Called by `play` and `compare`. */
import { once } from 'node:events';
import { printError } from '../terminal/print.js';
import { EXIT } from './exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let controller: AbortController | undefined;

/**
 * The signal that the first SIGINT or SIGTERM aborts, from the first call on. The second one exits the process at once.
 *
 * The listeners stay until the process exits: log-update's cursor guard kills the process if it is the only listener.
 */
export function interruptSignal(): AbortSignal {
  if (controller !== undefined) return controller.signal;
  const created = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (created.signal.aborted) process.exit(EXIT.interrupted);
      created.abort();
    });
  }
  controller = created;
  return created.signal;
}

/** On a terminal, keeps the page of a command until Ctrl-C, unless that has already ended the command. */
export async function keepPage(isTerminal = process.stdout.isTTY): Promise<void> {
  const signal = interruptSignal();
  if (!isTerminal || signal.aborted) return;
  printError('The page stays until Ctrl-C.');
  await once(signal, 'abort');
}
