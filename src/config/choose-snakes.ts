/** Picks the snakes for a local game. Called by the commands that play. */
import path from 'node:path';
import { didYouMean } from '../did-you-mean.js';
import type { LoadedConfig } from './read-config.js';
import { checkShape } from './check-shape.js';
import { findStrategy, listStrategies, type StrategyDirectory } from './strategy-files.js';
import type { HostConfig, SnakeConfig } from './types.js';

/**
 * The configuration with only the chosen snakes, in the order of the words; or a sentence for each word that is not a
 * snake.
 */
export type Choice = { readonly loaded: LoadedConfig } | { readonly problems: readonly string[] };

/**
 * Reads each of `words` as the prefix of a snake if it starts with a slash, else as the name of a strategy, or the path
 * of its file, which then plays with all defaults. A name is one of the configuration's directory, or else one that is
 * shipped. Its faults are placed in
 * the strategy's file. The overhead becomes 0, because a local game has no network delay.
 */
export function chooseSnakes(loaded: LoadedConfig, words: readonly string[]): Choice {
  const { config } = loaded;
  const directory = listStrategies(config.strategies);
  const found = words.map((word) => (word.startsWith('/') ? byPrefix(config, word) : byName(directory, word)));
  const problems = found.filter((one) => typeof one === 'string');
  if (problems.length > 0) return { problems };

  const snakes = found as SnakeConfig[];
  const written = words.map((word) => config.snakes.findIndex(({ prefix }) => prefix === word));
  return {
    loaded: {
      ...loaded,
      config: { ...config, snakes },
      locate([key, index, ...rest], part) {
        const original = key === 'snakes' ? written[Number(index)] : undefined;
        const { source } = snakes[Number(index)] ?? {};
        if (original === -1 && source?.kind === 'strategy') return { source: path.relative('.', source.file) };
        return loaded.locate([key!, original ?? index!, ...rest], part);
      },
    },
  };
}

function byPrefix({ snakes, experiments }: HostConfig, prefix: string): SnakeConfig | string {
  const snake = snakes.find((one) => one.prefix === prefix);
  if (snake !== undefined) return { ...snake, overhead: 0 };
  const experiment = experiments.find((one) => one.prefix === prefix);
  if (experiment !== undefined) {
    const { name, base, candidate } = experiment;
    return `"${prefix}" is the experiment "${name}". Name its base "${base}" or its candidate "${candidate}".`;
  }
  const prefixes = snakes.map((one) => one.prefix);
  const hint = didYouMean(prefix, prefixes) || ` Snakes: ${prefixes.map((one) => `"${one}"`).join(', ')}.`;
  return `snake "${prefix}" is not in the configuration.${hint}`;
}

/** The strategy in a file, as in a checkout of another branch. */
function byPath(word: string): SnakeConfig | string {
  const { dir, base, name, ext } = path.parse(path.resolve(word));
  const directory = listStrategies(dir, path.dirname(word));
  if ('problem' in directory) return directory.problem;
  if (directory.files.get(name)?.includes(base)) return { ...defaultSnake(name, path.join(dir, base)), overhead: 0 };
  return `strategy file "${word}" ${ext === '' ? 'has no extension. Did you forget ".ts"?' : 'does not exist.'}`;
}

/** Who has only commands has no directory of strategies. */
const NO_STRATEGIES: StrategyDirectory = { written: '', path: '', files: new Map() };

/** A strategy of the operator's; else one that comes with the host, as a sparring partner. */
function byName(directory: StrategyDirectory | { readonly problem: string }, name: string): SnakeConfig | string {
  if (/[/\\]/.test(name)) return byPath(name);
  const found = findStrategy('problem' in directory ? NO_STRATEGIES : directory, name);
  if ('problem' in found) return 'problem' in directory ? directory.problem : found.problem;
  return { ...defaultSnake(name, found.file), overhead: 0 };
}

/** A snake with the defaults of every key. The strategy's name is also its name and its prefix. */
export function defaultSnake(strategy: string, file: string): SnakeConfig {
  const { complete } = checkShape({ snakes: [{ prefix: strategy, strategy }] }, () => undefined);
  const { strategy: _, ...snake } = complete!.snakes[0]!;
  return { ...snake, name: strategy, source: { kind: 'strategy', name: strategy, file }, customization: {} };
}
