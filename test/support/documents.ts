/** The documentation as the tests see it: every Markdown file that users and contributors read. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseDocument } from 'yaml';
import { inRepository } from './fixtures.js';
import { codeBlocks } from './markdown.js';

export interface Document {
  /** Path in the repository, such as `docs/guides/strategy.md`. */
  readonly path: string;
  readonly text: string;
}

/** The five pages of Get started, then the guides to a deployment: read from the first to the last as one story. */
export const STORY: readonly string[] = [
  ...['install', 'first-snake', 'deploy', 'compare', 'experiment'].map((name) => `docs/start/${name}.md`),
  ...['tunnel', 'deploy-server', 'deploy-platform', 'containers'].map((name) => `docs/guides/${name}.md`),
];
/** The second way: it takes the place of the first page. */
export const PROJECT = 'docs/start/project.md';

/** README and its like at the top, then all of `docs/`. */
export function readDocuments(): Document[] {
  const top = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
  const pages = readdirSync(inRepository('docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file.split(path.sep).join('/')));
  return [...top, ...pages.sort()].map((file) => ({ path: file, text: readFileSync(inRepository(file), 'utf8') }));
}

/** A block of TypeScript or JavaScript. */
export interface Script {
  /** The file that its first line names; undefined for a fragment. */
  readonly file: string | undefined;
  readonly language: 'ts' | 'js';
  readonly code: string;
}

/** A block is a file if its first line is a comment with the file's name, else a fragment. */
export function scriptsOf({ text }: Document): Script[] {
  return codeBlocks(text).flatMap(({ language, code }) => {
    if (language !== 'ts' && language !== 'js') return [];
    const [, file, rest] = /^\/\/ (\S+\.[jt]s)\n([\s\S]*)$/.exec(code) ?? [];
    return [{ file, language, code: rest ?? code }];
  });
}

/** A block that is a whole program in Python. */
export interface Program {
  /** As its first line says. */
  readonly file: string;
  readonly code: string;
}

/** The programs of a page: blocks whose first line is a comment with the name of a file. */
export function programsOf({ text }: Document): Program[] {
  return codeBlocks(text).flatMap(({ language, code }) => {
    const [, file] = /^# (\S+\.py)\n/.exec(code) ?? [];
    return file !== undefined && language === 'py' ? [{ file, code }] : [];
  });
}

/**
 * The YAML blocks that configure a host, each made whole: where a block shows only some keys, the shipped snakes are
 * added. Where the text before it says "add", it is added to the shipped file. A block whose first line is a comment
 * with another file's name is not of this kind.
 */
export function configurationsOf({ text }: Document): string[] {
  return codeBlocks(text)
    .filter(({ language, code }) => language === 'yaml' && isConfiguration(code))
    .map(({ code, before }) =>
      /\badd\b/i.test(before)
        ? withAdded(readFileSync(inRepository('config/snakes.yaml'), 'utf8'), code, before)
        : /^snakes:/m.test(code)
          ? code
          : `${code}\n${SNAKES}`,
    );
}

export function isConfiguration(code: string): boolean {
  return /^(?:server|snakes|experiments|alerts|journal):/m.test(code) && !/^# (?!config\/)\S+\.ya?ml\n/.test(code);
}

/**
 * A configuration after a reader has added a block of a page. Unless the text before it says only "add", entries with a
 * prefix of the block are replaced.
 */
export function withAdded(configuration: string, block: string, before: string): string {
  const replaces = !/\badd\b/i.test(before) || /\breplace\b/i.test(before);
  const document = parseDocument(configuration);
  const added = parse(block) as Record<string, unknown>;
  const isNew = (entry: unknown) => !prefixesOf(added).includes((entry as Entry).prefix ?? '');
  for (const list of LISTS) {
    const kept = ((parse(configuration) as Record<string, unknown>)[list] ?? []) as unknown[];
    const entries = [...(replaces ? kept.filter(isNew) : kept), ...((added[list] ?? []) as unknown[])];
    if (entries.length > 0) document.set(list, entries);
    else document.delete(list);
  }
  for (const [key, value] of Object.entries(added)) if (!LISTS.includes(key)) document.set(key, value);
  return document.toString();
}

const LISTS = ['snakes', 'experiments'];
type Entry = { readonly prefix?: string };

function prefixesOf(configuration: Record<string, unknown>): string[] {
  const entries = LISTS.flatMap((list) => (configuration[list] ?? []) as Entry[]);
  return entries.flatMap(({ prefix }) => prefix ?? []);
}

const SNAKES = `snakes:
  - { prefix: /greedy, strategy: greedy }
  - { prefix: /greedy-b, strategy: greedy, options: { hungerBelow: 60 } }
`;
