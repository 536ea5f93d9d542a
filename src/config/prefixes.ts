/** Valid prefixes, and clashes between them. Called by `check-snakes.ts`. */

/** The host's own paths on the public port. */
export const RESERVED_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** Where the public port serves shared games, if it does. */
export const SHARE_PATH = '/share';

const SNAKE_PATHS = ['start', 'move', 'end'] as const;

interface WrittenPrefix {
  readonly prefix: string;
  readonly line: number;
}

/** The fault of a single prefix, in a sentence. */
export function prefixProblem(prefix: string): string | undefined {
  if (prefix === '/') return undefined;
  if (!prefix.startsWith('/')) {
    const meant = prefixProblem(`/${prefix}`) === undefined ? ` Did you mean "/${prefix}"?` : '';
    return `prefix "${prefix}" does not start with a slash.${meant}`;
  }
  const parts = prefix.slice(1).split('/');
  if (prefix.endsWith('/')) {
    const meant = prefix.replace(/\/+$/, '');
    return `prefix "${prefix}" ends with a slash. Did you mean "${meant || '/'}"?`;
  }
  if (parts.includes('')) return `prefix "${prefix}" has two slashes in a row. Is a name missing between them?`;
  const dots = parts.find((part) => part === '.' || part === '..');
  if (dots !== undefined) return `prefix "${prefix}" has a part "${dots}", which clients remove from a URL.`;
  const odd = /[^A-Za-z0-9._~/-]/u.exec(prefix)?.[0];
  if (odd !== undefined) {
    return `prefix "${prefix}" contains "${odd}", which clients may escape in a URL. Use letters, digits and "-._~".`;
  }
  if (RESERVED_PATHS.includes(prefix)) return `prefix "${prefix}" is a path of the host itself. Choose another.`;
  return undefined;
}

/**
 * A sentence for each prefix that clashes, by its index: it repeats an earlier one, or equals another one followed by
 * `/start`, `/move` or `/end`.
 */
export function prefixClashes(all: readonly (WrittenPrefix | undefined)[]): Map<number, string> {
  const first = new Map<string, WrittenPrefix>();
  for (const written of all) {
    if (written !== undefined && !first.has(written.prefix)) first.set(written.prefix, written);
  }
  const clashes = new Map<number, string>();
  for (const [index, written] of all.entries()) {
    const message = written === undefined ? undefined : clashOf(written, first);
    if (message !== undefined) clashes.set(index, message);
  }
  return clashes;
}

function clashOf(written: WrittenPrefix, first: ReadonlyMap<string, WrittenPrefix>): string | undefined {
  const { prefix } = written;
  const same = first.get(prefix)!;
  if (same !== written) {
    return `prefix "${prefix}" is taken: the snake on line ${same.line} has the same. "${freePrefix(prefix, first)}" is free.`;
  }
  const end = prefix.lastIndexOf('/');
  const word = prefix.slice(end + 1);
  const owner = first.get(end === 0 ? '/' : prefix.slice(0, end));
  if (owner === undefined || !(SNAKE_PATHS as readonly string[]).includes(word)) return undefined;
  return `prefix "${prefix}" hides the /${word} of the snake "${owner.prefix}" on line ${owner.line}. Choose another.`;
}

/** The prefix with the first free number: `/champion-2`. */
function freePrefix(prefix: string, taken: ReadonlyMap<string, WrittenPrefix>): string {
  const stem = prefix === '/' ? '/snake' : `${prefix}-`;
  let number = 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
