/** The host's log: lines of JSON, or pretty ones on a terminal. Made by `serve`. */
import type { LogLevel } from '../config/environment.js';
import { readBytes } from '../config/read-text.js';
import stringWidth from 'string-width';
import { pino, type DestinationStream, type Logger } from 'pino';
import { printableJson, printableStrings } from '../terminal/printable.js';

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

/** A longer file is no source, in bytes; a longer line helps nobody, in characters. */
const MAX = { file: 1024 * 1024, line: 200 };
/** Keys of a configuration whose values may be secret. */
const SECRET = /\b(key|token|url|upstream)\b/i;

/** @param fault as `formatFault` puts it; its message may name places in further files, one after the other. */
export function showFault(fault: string): string {
  const [first, ...inner] = fault.split(/(?<=\s)(?=\S+:\d+(?::\d+)? )/).map((part) => part.replace(/;?\s*$/, ''));
  return inner.length === 0 ? withLine(first!) : [first, ...inner.map(withLine)].join('\n');
}

function withLine(fault: string): string {
  const [, file, line, column] = /^(\S+?):(\d+)(?::(\d+))? /.exec(fault) ?? [];
  const text = file === undefined ? undefined : readLine(file, Number(line));
  if (text === undefined) return fault;
  const shown = `  ${line} | `;
  const caret = column === undefined ? [] : [' '.repeat(shown.length + widthBefore(text, Number(column))) + '^'];
  return [fault, shown + expand(text), ...caret].join('\n');
}

/** `undefined` if there is no such line, or if it should not be shown. */
function readLine(file: string, line: number): string | undefined {
  try {
    const text = readBytes(file, MAX.file).toString('utf8').split(/\r?\n/)[line - 1];
    return text === undefined || text.length > MAX.line || SECRET.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function widthBefore(text: string, column: number): number {
  return stringWidth(expand(text.slice(0, column - 1)));
}

function expand(text: string): string {
  return text.replaceAll('\t', '  ');
}
