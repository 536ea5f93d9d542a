/** Shows a fault to a person: each place on its own line, and below it the line of the file with a caret. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import stringWidth from 'string-width';

/** A longer file is no source, in bytes; a longer line helps nobody, in characters. */
const MAX = { file: 1024 * 1024, line: 200 };
/** Keys of a configuration whose values may be secret. */
const SECRET = /\b(key|token|url|upstream)\b/i;
/** Without the flag, opening a pipe that nobody writes to would never return. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

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
  let opened: number | undefined;
  try {
    opened = openSync(file, READ_ONLY);
    const stats = fstatSync(opened);
    if (!stats.isFile() || stats.size > MAX.file) return undefined;
    const text = readFileSync(opened, 'utf8').split(/\r?\n/)[line - 1];
    return text === undefined || text.length > MAX.line || SECRET.test(text) ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function widthBefore(text: string, column: number): number {
  return stringWidth(expand(text.slice(0, column - 1)));
}

function expand(text: string): string {
  return text.replaceAll('\t', '  ');
}
