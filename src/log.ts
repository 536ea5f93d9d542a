/** The host's log: lines of JSON, or pretty ones on a terminal. */
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log {
  readonly log: Logger;
  /** Writes out what is still held; to be called before the process exits. */
  readonly flush: () => void;
}

/** Characters that wait to be written at most; what comes beyond is dropped. */
const MAX_WAITING = 16 * 1024 * 1024;

/**
 * Writes to standard output without waiting for it: whoever reads it slowly must not slow the answers down. Where it cannot
 * be written, as on a full disk, lines wait for the next one that can, and the host goes on.
 *
 * @param isTerminal lines for people rather than for programs.
 */
export function createLog(level: LogLevel, isTerminal: boolean): Log {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
  // Its way to write out what is still held tries for ever on an error, and nothing else is done meanwhile.
  destination.on('error', () => (destination.flushSync = () => {}));
  const options = { level, base: null };
  const log = isTerminal
    ? pino(options, pretty({ colorize: true, destination, ignore: 'pid,hostname' }))
    : pino(options, destination);
  return {
    log,
    flush() {
      try {
        destination.flushSync();
      } catch {
        // Not open yet: nothing has been written.
      }
    },
  };
}
