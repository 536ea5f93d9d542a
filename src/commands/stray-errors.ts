/** What commands do about errors that nobody caught. Called by those that mount snakes; `serve` has its own way. */
import { inspect } from 'node:util';
import { blameInlineStrategy } from '../snakes/inline-owner.js';
import { printError } from '../terminal/print.js';
import { EXIT } from './exit-codes.js';

let isListening = false;

/** From now on, errors of an inline strategy are its own warnings; any other ends the command, as without this. */
export function surviveInlineStrategies(): void {
  if (isListening) return;
  isListening = true;
  process.on('uncaughtException', (thrown, origin) => {
    if (blameInlineStrategy(thrown, origin)) return;
    printError(inspect(thrown));
    process.exit(EXIT.failed);
  });
}
