/** How commands end: cleanly by Ctrl-C, and not by uncaught errors of inline strategies. `serve` does both itself. */
import { once } from 'node:events';
import { inspect } from 'node:util';
import { printError } from '../terminal/print.js';
import { EXIT } from '../errors/errors.js';
import { blameInlineStrategy } from '../snakes/inline-owner.js';

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
  printError('Press Ctrl-C to close the page.');
  await once(signal, 'abort');
}

let isListening = false;

/** From now on, errors of an inline strategy become its warnings; any other error still ends the command. */
export function surviveInlineStrategies(): void {
  if (isListening) return;
  isListening = true;
  process.on('uncaughtException', (thrown, origin) => {
    if (blameInlineStrategy(thrown, origin)) return;
    printError(inspect(thrown));
    process.exit(EXIT.failed);
  });
}
