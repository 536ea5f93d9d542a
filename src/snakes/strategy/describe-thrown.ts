/** Says what a strategy threw, and where. Used beside its calls and for what it leaves behind. */
import { messageOf } from '../../errors.js';
import { MAX_REASON } from './call.js';

/** Characters kept of the message of a thrown value. */
const MAX_MESSAGE = 500;

/** The message, and the stack frame in the strategy's own file. Never throws, whatever the value is. */
export function describeThrown(thrown: unknown): string {
  try {
    const message = messageOf(thrown).slice(0, MAX_MESSAGE);
    const place = framesOf(thrown).find((line) => !line.includes('node:'));
    return place === undefined ? message : `${message} (${place.trim()})`.slice(0, MAX_REASON);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The lines of the stack. Throws if reading it does. */
export function framesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return [];
  return thrown.stack.split('\n').filter((line) => /^\s+at /.test(line));
}
