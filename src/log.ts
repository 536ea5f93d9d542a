/** The host's log: lines of JSON, or pretty ones on a terminal. Made by `serve`. */
import { pino, type DestinationStream, type Logger } from 'pino';
import { showFault } from './terminal/fault-lines.js';
import { printableJson, printableStrings } from './terminal/printable.js';

/** From the fewest lines to the most, and none. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log {
  readonly log: Logger;
  /** Writes all buffered lines. Call it before the process exits. */
  readonly flush: () => void;
}

/** Most characters in the buffer; further lines are dropped. */
const MAX_BUFFERED_CHARACTERS = 16 * 1024 * 1024;

/**
 * Creates a log to standard output that never blocks: a slow reader must not slow down the snakes. If standard output
 * cannot be written, for example on a full disk, lines stay buffered until a later one can be written. A terminal obeys
 * nothing that strangers or strategies put into a line.
 *
 * @param isTerminal writes lines for people instead of programs.
 */
export async function createLog(level: LogLevel, isTerminal: boolean): Promise<Log> {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: MAX_BUFFERED_CHARACTERS });
  // On an error, sonic-boom's own flushSync retries forever and blocks the process.
  destination.on('error', () => (destination.flushSync = () => {}));
  const options = { level, base: null };
  const lines = isTerminal ? await pretty(destination) : destination;
  const toShown = (line: string) => (isTerminal ? printableStrings(withFaults(line)) : printableJson(line));
  const log = pino(options, { write: (line) => void lines.write(toShown(line)) });
  return {
    log,
    flush() {
      try {
        destination.flushSync();
      } catch {
        // Not open yet, so there is nothing to write.
      }
    },
  };
}

/** A line with faults in files has them below its message. */
function withFaults(line: string): string {
  if (!line.includes('"faults":[')) return line;
  const { faults, trigger, version: _, msg, ...rest } = JSON.parse(line) as FaultLine;
  return JSON.stringify({ ...rest, msg: [`${msg} (${trigger})`, ...faults.map(showFault)].join('\n') }) + '\n';
}

/** As `serve` logs it when a configuration cannot be reloaded. */
interface FaultLine extends Readonly<Record<string, unknown>> {
  readonly faults: readonly string[];
  readonly trigger: string;
  readonly msg: string;
}

async function pretty(destination: DestinationStream): Promise<DestinationStream> {
  const { default: prettify } = await import('pino-pretty');
  return prettify({ colorize: true, singleLine: true, destination, ignore: 'pid,hostname' });
}
