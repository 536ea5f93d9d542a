/** What the YAML parser complains of, as sentences for whoever wrote the file. Called by `yaml-tree.ts`. */
import type { Document, ErrorCode, YAMLError } from 'yaml';

/** A complaint and where in the text it stands. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

/**
 * The faults of syntax of a parsed document, in order, one for each line at most: the parser stumbles several times over
 * one slip.
 */
export function syntaxFaults(document: Document.Parsed, source: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  let endOfLine = -1;
  const problems = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  for (const problem of problems) {
    const offset = problem.pos[0];
    if (offset <= endOfLine) continue;
    const next = source.indexOf('\n', offset);
    endOfLine = next === -1 ? source.length : next;
    faults.push({ offset, message: `not valid YAML: ${toSentence(problem, source)}` });
  }
  return faults;
}

/** A complaint with the text around it. */
interface Scene {
  readonly message: string;
  /** The text of the line from the complaint on, or up to it where nothing follows. */
  readonly rest: string;
  readonly before: string;
}

const LOOK = 'Is the line indented like its neighbours, and is each quote and bracket closed?';

const SENTENCES: { readonly [Code in ErrorCode]?: (scene: Scene) => string } = {
  TAB_AS_INDENT: () => 'a tab indents this line. YAML takes spaces only.',
  BAD_SCALAR_START: ({ rest }) =>
    `a text without quotes cannot begin with "${rest.charAt(0)}". Did you forget the quotes?`,
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

function toSentence({ code, message, pos }: YAMLError, source: string): string {
  const before = source.slice(0, pos[0]);
  const line = before.slice(before.trimEnd().lastIndexOf('\n') + 1).trim();
  const [rest] = source.slice(pos[0], pos[0] + 80).split('\n', 1);
  const scene = { message, rest: rest!.trim() || line, before };
  return SENTENCES[code]?.(scene) ?? `${message}. ${LOOK}`;
}

/** Something is not closed, or a line stands where it belongs to nothing. The parser tells which in English only. */
function unfinished({ message, rest, before }: Scene): string {
  const flow = /^Flow (sequence|map)/.exec(message);
  if (flow !== null) {
    const [open, close] = flow[1] === 'map' ? ['{', '}'] : ['[', ']'];
    const eaten = /:[ \t]+(#[0-9a-f]{6})\b[^\n]*\s*$/i.exec(before);
    if (eaten !== null) return `"${open}" is not closed: "${eaten[1]}" begins a comment. Did you forget the quotes?`;
    return `"${open}" is not closed. Did you forget the "${close}"?`;
  }
  const quote = /^Missing closing (.)quote/.exec(message)?.[1];
  if (quote !== undefined) return `a quote is not closed. Did you forget the ${quote} at its end?`;
  if (message.startsWith('Implicit map keys')) {
    return `"${rest}" is not of the form "key: value". Did you forget the colon?`;
  }
  if (/^(All mapping|All sequence|Sequence item without)/.test(message)) {
    return `"${rest}" does not stand below its neighbours. Is it indented by as many spaces as they are?`;
  }
  return `${message}. ${LOOK}`;
}
