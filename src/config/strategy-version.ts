/**
 * The notation of versions: `greedy@v1` is the strategy `greedy` as it is in the Git commit `v1`. A path has its
 * version after the extension. Only this file splits such a name.
 */
import { isFile } from './read-text.js';
import { versionsFolder, type HostConfig, type SnakeConfig } from './types.js';

export interface VersionedName {
  readonly name: string;
  /** The text after the "@"; absent without one. */
  readonly version?: string;
}

/** Asks for the version that played a recorded game. */
export const THEN = 'then';

const AFTER_EXTENSION = /^(.*?\.[cm]?[jt]sx?)@(.*)$/s;
const AFTER_NAME = /^([^@/\\]*)@(.*)$/s;
const AFTER_PREFIX = /^(\/[^@\\]*)@(.*)$/s;

/** Splits the name of a strategy, of a snake by its prefix, or the path of a file. A file that exists is no version. */
export function splitVersion(word: string): VersionedName {
  if (!word.includes('@') || isFile(word)) return { name: word };
  const ofPrefix = /\.[cm]?[jt]sx?$/.test(word) ? null : AFTER_PREFIX.exec(word);
  const [, name = word, version] = AFTER_EXTENSION.exec(word) ?? AFTER_NAME.exec(word) ?? ofPrefix ?? [];
  return version === undefined ? { name } : { name, version };
}

/** Why no commit can have this name, in a sentence. */
export function versionProblem({ name, version = '' }: VersionedName): string | undefined {
  if (version.trim() === '') return `"${name}@" lacks a version. Write for example "${name}@HEAD".`;
  // No name of a Git commit contains one.
  return /\p{Cc}/u.test(version) ? `the version of "${name}" contains a control character.` : undefined;
}

/** A snake with another version of its strategy; or why it has none. Its options and isolation stay. */
export function atVersion(
  snake: SnakeConfig,
  version: string,
  { journal }: Pick<HostConfig, 'journal'>,
): SnakeConfig | { readonly problem: string } {
  const { source, prefix } = snake;
  if (source.kind !== 'strategy') {
    return { problem: `"${prefix}" is a "${source.kind}". Only a strategy has versions: give the program itself one.` };
  }
  const problem = versionProblem({ name: prefix, version });
  if (problem !== undefined) return { problem };
  const kept = versionsFolder(journal);
  const before = source.version === undefined ? '' : `@${source.version}`;
  const label = (name: string) =>
    `${name.endsWith(before) ? name.slice(0, name.length - before.length) : name}@${version}`;
  return { ...snake, name: label(snake.name), source: { ...source, name: label(source.name), version, kept } };
}
