/** Turns the errors of the YAML parser into sentences for operators. Called by `yaml-tree.ts`. */
import type { Document, ErrorCode, YAMLError } from 'yaml';

/** Characters of the file that an error message quotes. */
const MAX_QUOTE = 40;

/** One syntax error, and its offset in the text. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

/**
 * The first syntax error of a document, if there is one, with the number of those that follow: a single slip causes
 * several, and only the first is sure to be true.
 */
export function findSyntaxFault(document: Document.Parsed, text: string): SyntaxFault | undefined {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const [first] = errors;
  if (first === undefined) return undefined;
  const { offset, message } = findLayoutSlip(first, text) ?? { offset: first.pos[0], message: toSentence(first, text) };
  const others = countLines(errors, text) - 1;
  const more = others > 0 ? ` (And ${others} more, which may follow from it.)` : '';
  return { offset, message: `not valid YAML: ${message}${more}` };
}

/** The number of lines that have an error. */
function countLines(sorted: readonly YAMLError[], text: string): number {
  let count = 0;
  let endOfLine = -1;
  for (const { pos } of sorted) {
    if (pos[0] <= endOfLine) continue;
    const end = text.indexOf('\n', pos[0]);
    endOfLine = end === -1 ? text.length : end;
    count++;
  }
  return count;
}

/**
 * A slip in the layout that the parser blames on a colon or a line that is right: a dash without its space, or a line
 * that is indented too far or not far enough.
 */
function findLayoutSlip({ code, message, pos }: YAMLError, text: string): SyntaxFault | undefined {
  if (code === 'TAB_AS_INDENT') return undefined;
  const at = lineAt(text, pos[0]);
  const own = at.content === '' ? (nextLine(text, at.end) ?? at) : at;
  if (/^-[^\s-][^:]*:(\s|$)/.test(own.content)) {
    return { offset: own.offset, message: `${quote(own.content)} has no space behind the "-".` };
  }
  if (/^(All mapping|All sequence|Sequence item without)/.test(message)) {
    const isFurther = own.indent > previousIndent(text, own.offset);
    return { offset: own.offset, message: (isFurther ? indentedFurther : notAligned)(own.content) };
  }
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || countColons(own.content) > 1) return undefined;
  const isItem = own.content.startsWith('- ');
  if (isItem && pos[0] <= own.offset) return { offset: own.offset, message: notAligned(own.content) };
  const next = nextLine(text, own.end);
  if (next === undefined || next.indent <= own.indent + (isItem ? 2 : 0)) return undefined;
  return { offset: next.offset, message: indentedFurther(next.content) };
}

function notAligned(content: string): string {
  const above = content.startsWith('- ') ? 'the "-"' : 'the keys';
  return `${quote(content)} is not aligned with ${above} above it. Is it indented by the same number of spaces?`;
}

function indentedFurther(content: string): string {
  return `${quote(content)} is indented further than the line above it.`;
}

/** One line of the text, without its indentation and comment. */
interface Line {
  readonly content: string;
  /** Offset of its first character that is not a space. */
  readonly offset: number;
  readonly indent: number;
  /** Offset of its end. */
  readonly end: number;
}

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start);
  const whole = text.slice(start, end);
  const indent = whole.length - whole.trimStart().length;
  return { content: withoutComment(whole), offset: start + indent, indent, end };
}

/** The next line that holds more than a comment. */
function nextLine(text: string, end: number): Line | undefined {
  for (let at = end; at < text.length;) {
    const line = lineAt(text, at + 1);
    if (line.content !== '') return line;
    at = line.end;
  }
  return undefined;
}

/** The indentation of the last line above `offset` that holds more than a comment; a "- " counts as indentation. */
function previousIndent(text: string, offset: number): number {
  for (let end = text.lastIndexOf('\n', offset - 1); end >= 0; end = text.lastIndexOf('\n', end - 1)) {
    const { content, indent } = lineAt(text, end);
    if (content !== '') return content.startsWith('- ') ? indent + 2 : indent;
    if (end === 0) break;
  }
  return 0;
}

function countColons(content: string): number {
  return content.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/:(?=\s|$)/g)?.length ?? 0;
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s)#.*$/, '').trim();
}

/** A piece of the file for an error message, without secrets. */
function quote(content: string): string {
  const shown = hideSecrets(content);
  return `"${shown.length > MAX_QUOTE ? `${shown.slice(0, MAX_QUOTE)}…` : shown}"`;
}

/** Hides what follows `key:`, `token:` or `url:` in a piece of the file that a message quotes. */
export function hideSecrets(quoted: string): string {
  return quoted.replace(/\b(key|token|url)(["']?\s*[:=]).*/is, '$1$2…');
}

/** A parser's error and the text around it. */
interface ErrorContext {
  readonly message: string;
  /** The line from the error on, or the line up to it if nothing follows; without a comment. */
  readonly rest: string;
  /** All text above and left of the error. */
  readonly before: string;
}

const LOOK = 'Is the line aligned with those around it, and is each quote and bracket closed?';

const SENTENCES: { readonly [Code in ErrorCode]?: (context: ErrorContext) => string } = {
  TAB_AS_INDENT: () => 'a tab indents this line. YAML takes spaces only.',
  BAD_SCALAR_START: ({ rest }) =>
    `a string without quotes cannot begin with "${rest.charAt(0)}". Did you forget the quotes?`,
  BLOCK_AS_IMPLICIT_KEY: () => 'there is a second ":" in this line. Did you forget the quotes, or a line break?',
  MULTILINE_IMPLICIT_KEY: ({ rest }) =>
    `${quote(rest)} is not of the form "key: value". Did you forget the colon, or the space behind it?`,
  BLOCK_IN_FLOW: () => 'there is a second ":" before the next comma. Did you forget the comma?',
  MULTIPLE_DOCS: () => 'a second document begins here. Did you mean to leave out the "---"?',
  TAG_RESOLVE_FAILED: ({ rest }) => `tag ${quote(rest.split(/\s/, 1)[0]!)} is unknown. Did you forget the quotes?`,
  UNEXPECTED_TOKEN: ({ message, rest }) =>
    `${message.startsWith('Unexpected scalar') ? `${quote(rest)} is not expected here` : message}. ${LOOK}`,
  BAD_INDENT: unfinished,
  MISSING_CHAR: unfinished,
};

function toSentence({ code, message, pos }: YAMLError, text: string): string {
  const before = text.slice(0, pos[0]);
  const line = before.slice(before.trimEnd().lastIndexOf('\n') + 1).trim();
  const [rest] = text.slice(pos[0], pos[0] + 80).split('\n', 1);
  const left = before.slice(before.lastIndexOf('\n') + 1);
  const shown = hideSecrets(left) === left ? withoutComment(rest!) || withoutComment(line) : '…';
  const context = { message, rest: shown, before };
  return SENTENCES[code]?.(context) ?? `${message}. ${LOOK}`;
}

/** Something is not closed, or a line belongs to nothing. The parser distinguishes them only by its message. */
function unfinished({ message, rest, before }: ErrorContext): string {
  const flow = /^Flow (sequence|map)/.exec(message);
  if (flow !== null) {
    const [open, close] = flow[1] === 'map' ? ['{', '}'] : ['[', ']'];
    const color = /:[ \t]+(#[0-9a-f]{6})\b[^\n]*\s*$/i.exec(before);
    if (color !== null) return `"${open}" is not closed: "${color[1]}" begins a comment. Did you forget the quotes?`;
    return `"${open}" is not closed. Did you forget the "${close}"?`;
  }
  const mark = /^Missing closing (.)quote/.exec(message)?.[1];
  if (mark !== undefined) return `a quote is not closed. Did you forget the ${mark} at its end?`;
  if (message.startsWith('Implicit map keys')) {
    return `${quote(rest)} is not of the form "key: value". Did you forget the colon?`;
  }
  return `${message}. ${LOOK}`;
}
