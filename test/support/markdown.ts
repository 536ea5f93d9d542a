/** Markdown as the tests of the documentation see it: fenced blocks, code spans, tables, links and headings. */

/** A fenced block, without the indentation of the list it is in. */
export interface CodeBlock {
  /** The word after the fence; empty if it has none. */
  readonly language: string;
  readonly code: string;
  /** The paragraph above it. */
  readonly before: string;
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent, 2: language, 3: code }) => ({
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      before: markdown.slice(0, index).trimEnd().split('\n\n').at(-1)!,
    }),
  );
}

/** The text between backticks, outside of fenced blocks. */
export function codeSpans(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
}

/** The rows of the first table below a heading, cell by cell, without the table's head. */
export function tableBelow(markdown: string, heading: string): string[][] {
  const [, section] = markdown.split(new RegExp(`^#+ ${heading}$`, 'm'));
  if (section === undefined) throw new Error(`There is no heading "${heading}".`);
  const [table] = /(?:^ *\|.*\n)+/m.exec(section) ?? [];
  if (table === undefined) throw new Error(`There is no table below "${heading}".`);
  const rows = table.trimEnd().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What links lead to that are not addresses of the web. */
export function localTargets(markdown: string): string[] {
  const targets = [...withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub gives the headings. */
export function anchors(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}
