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

/**
 * Writes to standard output without waiting for it: whoever reads it slowly must not slow the answers down.
 *
 * @param isTerminal lines for people rather than for programs.
 */
export function createLog(level: LogLevel, isTerminal: boolean): Log {
  const destination = pino.destination({ dest: 1, sync: false });
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
