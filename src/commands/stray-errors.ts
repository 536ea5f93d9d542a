/** How commands handle uncaught errors. Called by commands that mount snakes; `serve` has its own handler. */
import { inspect } from 'node:util';
import { blameInlineStrategy } from '../snakes/inline-owner.js';
import { printError } from '../terminal/print.js';
import { EXIT } from './exit-codes.js';

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
