/** The documentation as the tests see it: every Markdown file that users and contributors read. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './fixtures.js';
import { codeBlocks } from './markdown.js';

export interface Document {
  /** Path in the repository, such as `docs/guides/strategy.md`. */
  readonly path: string;
  readonly text: string;
}

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
 * added. A block whose first line is a comment with another file's name is not of this kind.
 */
export function configurationsOf({ text }: Document): string[] {
  return codeBlocks(text)
    .filter(({ language, code }) => language === 'yaml' && !/^# (?!config\/)\S+\.ya?ml\n/.test(code))
    .map(({ code }) => (/^snakes:/m.test(code) ? code : `${code}\n${SNAKES}`));
}

const SNAKES = `snakes:
  - { prefix: /greedy, strategy: greedy }
  - { prefix: /greedy-b, strategy: greedy, options: { hungerBelow: 60 } }
`;
