import path from 'node:path';
import { didYouMean } from '../errors/did-you-mean.js';
import type { LoadedConfig } from '../config/read-config.js';
import { checkShape } from '../config/check-shape.js';
import { findStrategy, listIfThere, listStrategies, SOURCE } from '../config/strategy-files.js';
import { realPath } from '../config/secrets.js';
import { atVersion, splitVersion } from '../config/strategy-version.js';
import type { SnakeConfig } from '../config/types.js';

/** A snake, and the places of its values, by their paths below its entry in the file. */
export interface ChosenSnake {
  readonly snake: SnakeConfig;
  readonly locate: LoadedConfig['locate'];
}

type Choice = ChosenSnake | { readonly problem: string };

/** Whether a word can only name a snake of the configuration by its prefix, and not the file of a strategy. */
export function isPrefix(word: string): boolean {
  return word.startsWith('/') && !SOURCE.test(word);
}

/**
 * The snake that a word names, perhaps in another version: a prefix, else the name of a strategy or the path of its
 * file, which then plays with all defaults; its faults are located in the strategy's file. A name is looked up in the
 * configured directory, then among the shipped strategies, then as the last part of a prefix. A strategy that a snake
 * of the configuration runs in a sandbox stays in one, however it is named.
 */
export function chooseSnake(loaded: LoadedConfig, word: string): Choice {
  const { snakes, experiments } = loaded.config;
  const { name, version } = splitVersion(word);
  if (isPrefix(name) || [...snakes, ...experiments].some(({ prefix }) => prefix === name))
    return inVersion(loaded, byPrefix(loaded, name), version);
  return /[/\\]/.test(name) ? byPath(loaded, word) : byName(loaded, word);
}

function inVersion({ config }: LoadedConfig, choice: Choice, version: string | undefined): Choice {
  if ('problem' in choice || version === undefined) return choice;
  const snake = atVersion(choice.snake, version, config);
  return 'problem' in snake ? snake : { ...choice, snake };
}

function byPrefix(loaded: LoadedConfig, prefix: string): Choice {
  const { snakes, experiments } = loaded.config;
  const index = snakes.findIndex((one) => one.prefix === prefix);
  if (index >= 0) {
    return { snake: snakes[index]!, locate: (below, part) => loaded.locate(['snakes', index, ...below], part) };
  }
  const experiment = experiments.find((one) => one.prefix === prefix);
  if (experiment !== undefined) {
    const { name, base, candidate } = experiment;
    const problem = `"${prefix}" is the experiment "${name}". Name its base "${base}" or its candidate "${candidate}".`;
    return { problem };
  }
  const prefixes = snakes.map((one) => one.prefix);
  const hint = didYouMean(prefix, prefixes) || ` Snakes: ${prefixes.map((one) => `"${one}"`).join(', ')}.`;
  return { problem: `snake "${prefix}" is not in the configuration.${hint}` };
}

/** The strategy in a file, as in a checkout of another branch. */
function byPath(loaded: LoadedConfig, word: string): Choice {
  const { name: file, version } = splitVersion(word);
  const { dir, base, name, ext } = path.parse(path.resolve(file));
  const directory = listStrategies(dir, path.dirname(file));
  if (!('files' in directory) && version === undefined) return directory;
  const isThere = 'files' in directory && directory.files.get(name)?.includes(base) === true;
  if (isThere || version !== undefined) {
    const found = withDefaults(loaded, name, path.join(dir, base));
    // As written: it may play against its namesake.
    return inVersion(loaded, { ...found, snake: { ...found.snake, name: file } }, version);
  }
  const problem = ext === '' ? 'has no extension. Did you forget ".ts"?' : 'does not exist.';
  return { problem: `strategy file "${word}" ${problem}` };
}

/** A strategy of the operator; else a shipped one, as a sparring partner; else a mounted snake. */
function byName(loaded: LoadedConfig, word: string): Choice {
  const { strategies, snakes, experiments } = loaded.config;
  const { name, version } = splitVersion(word);
  const prefixes = [...snakes, ...experiments].map(({ prefix }) => prefix);
  const directory = listIfThere(strategies, path.relative('.', strategies));
  const isThere = 'file' in findStrategy(directory, name);
  const [first, ...others] = isThere ? [] : prefixes.filter((prefix) => prefix.endsWith(`/${name}`));
  if (others.length > 0) return { problem: `"${name}" could be "${[first, ...others].join('" or "')}". Which one?` };
  if (first !== undefined) return inVersion(loaded, byPrefix(loaded, first), version);
  const found = findStrategy(directory, word, prefixes);
  return 'problem' in found ? found : inVersion(loaded, withDefaults(loaded, name, found.file), version);
}

function withDefaults({ config }: LoadedConfig, name: string, file: string): ChosenSnake {
  const locate = () => ({ source: path.relative('.', file) });
  const isSandboxed = ({ source, isolation }: SnakeConfig) =>
    source.kind === 'strategy' && realPath(source.file) === realPath(file) && isolation.endsWith('sandbox');
  const { isolation, allow, source } = config.snakes.find(isSandboxed) ?? {};
  // Without the version that the configuration may name.
  const bounds = source?.kind === 'strategy' && source.bounds;
  const own = { kind: 'strategy', name, file, ...(bounds && { bounds }) } as const;
  const confined = isolation && allow && { isolation, allow, source: own };
  return { snake: { ...defaultSnake(name, file), overhead: 0, ...confined }, locate };
}

/** A snake with the defaults of every key. The strategy's name is also its name and its prefix. */
export function defaultSnake(strategy: string, file: string): SnakeConfig {
  const { complete } = checkShape({ snakes: [{ prefix: strategy, strategy }] }, () => undefined);
  const { strategy: _, ...snake } = complete!.snakes[0]!;
  return { ...snake, name: strategy, source: { kind: 'strategy', name: strategy, file }, customization: {} };
}
