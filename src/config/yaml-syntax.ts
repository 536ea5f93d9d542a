/** Turns the errors of the YAML parser into sentences for operators. Called by `yaml-tree.ts`. */
import type { Document, ErrorCode, YAMLError } from 'yaml';

/** One syntax error, and its offset in the text. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

/** The syntax errors of a document in the order of the text, at most one per line: a single slip causes several. */
export function findSyntaxFaults(document: Document.Parsed, text: string): SyntaxFault[] {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const faults: SyntaxFault[] = [];
  let endOfLine = -1;
  for (const error of errors) {
    const offset = error.pos[0];
    if (offset <= endOfLine) continue;
    const next = text.indexOf('\n', offset);
    endOfLine = next === -1 ? text.length : next;
    faults.push({ offset, message: `not valid YAML: ${toSentence(error, text)}` });
  }
  return faults;
}

/** Hides what follows `key:` or `token:` in a piece of the file that a message quotes. */
export function hideSecrets(quoted: string): string {
  return quoted.replace(/\b(key|token)(["']?\s*[:=]).*/is, '$1$2…');
}

/** A parser's error and the text around it. */
interface ErrorContext {
  readonly message: string;
  /** The line from the error on, or the line up to it if nothing follows. */
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
    `"${rest}" is not of the form "key: value". Did you forget the colon, or the space behind it?`,
  BLOCK_IN_FLOW: () => 'there is a second ":" before the next comma. Did you forget the comma?',
  MULTIPLE_DOCS: () => 'a second document begins here. Did you mean to leave out the "---"?',
  TAG_RESOLVE_FAILED: ({ rest }) => `tag "${rest.split(/\s/, 1)[0]}" is unknown. Did you forget the quotes?`,
  UNEXPECTED_TOKEN: ({ message, rest }) =>
    `${message.startsWith('Unexpected scalar') ? `"${rest}" is not expected here` : message}. ${LOOK}`,
  BAD_INDENT: unfinished,
  MISSING_CHAR: unfinished,
};

function toSentence({ code, message, pos }: YAMLError, text: string): string {
  const before = text.slice(0, pos[0]);
  const line = before.slice(before.trimEnd().lastIndexOf('\n') + 1).trim();
  const [rest] = text.slice(pos[0], pos[0] + 80).split('\n', 1);
  const left = before.slice(before.lastIndexOf('\n') + 1);
  const shown = hideSecrets(left) === left ? hideSecrets(rest!.trim() || line) : '…';
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
  const quote = /^Missing closing (.)quote/.exec(message)?.[1];
  if (quote !== undefined) return `a quote is not closed. Did you forget the ${quote} at its end?`;
  if (message.startsWith('Implicit map keys')) {
    return `"${rest}" is not of the form "key: value". Did you forget the colon?`;
  }
  if (/^(All mapping|All sequence|Sequence item without)/.test(message)) {
    return `"${rest}" is not aligned with the keys above it. Is it indented by the same number of spaces?`;
  }
  return `${message}. ${LOOK}`;
}
