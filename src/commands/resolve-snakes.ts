/**
 * Finds the snake that a command line names: `greedy` is a strategy, `/greedy` a prefix of the configuration,
 * `http://…` a snake on any server. Called by `play`, `compare` and `replay`.
 */
import { existsSync } from 'node:fs';
import { chooseSnake, isPrefix, type ChosenSnake } from './choose-snake.js';
import { readConfig, withoutConfig, type LoadedConfig } from '../config/read-config.js';
import type { SnakeConfig } from '../config/types.js';
import { formatFault, UsageError, usageFault, type Fault } from '../errors/errors.js';
import type { SnakeListener } from '../snakes/snake-report.js';
import type { MountedSnake } from '../snakes/mounted-snake.js';
import { allOrFaults, DEFAULT_CONFIG } from './arguments.js';
import { surviveInlineStrategies } from './interrupt.js';

/** A strategy's name or a prefix, as a command line gives it. */
export interface LocalName {
  /** The flag or argument for messages about faults. */
  readonly source: string;
  readonly name: string;
  /** Options that override the configuration, and their flag. */
  readonly options?: { readonly source: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
}

interface MountNamedOptions {
  /** Path of the YAML file. */
  readonly config: string;
  readonly events?: SnakeListener;
  /** Assumes the configured network latency, for budgets as on the server (default: no latency). */
  readonly hasOverhead?: boolean;
  /** Whether answers carry the strategy's notes (default: no). */
  readonly keepsNotes?: boolean;
}

export interface NamedSnake {
  readonly mount: MountedSnake;
  readonly config: SnakeConfig;
}

/** The URL of a snake on a server; `undefined` if `text` is not an HTTP URL. */
export function parseSnakeUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The default name of a snake on a server: `snakes.example.org/greedy`. */
export function nameOfUrl({ host, pathname }: URL): string {
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Makes equal names different. A snake with a role gets the role as a suffix, `greedy (base)`; of the others, all but
 * the first get a number, `greedy 2`.
 */
export function distinctNames(names: readonly string[], roles: readonly string[] = []): string[] {
  return names.map((name, index) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    if (roles[index] !== undefined) return `${name} (${roles[index]})`;
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} ${earlier + 1}`;
  });
}

/**
 * The snakes of these names, in their order. Reads the configuration only if there are names; without one at its
 * default path, strategies come from the folder `strategies` and the package. Throws a {@link UsageError} with all
 * faults.
 */
export function chooseNamed(names: readonly LocalName[], file: string) {
  const words = names.map(({ name }) => name);
  const isBare = file === DEFAULT_CONFIG && !existsSync(file) && !words.some(isPrefix);
  const loaded = isBare || names.length === 0 ? withoutConfig() : readConfig(file, process.env, 'home');
  return { loaded, chosen: allOrFaults(...names.map((name) => () => choose(loaded, name))) };
}

/**
 * Mounts a snake for each name as {@link chooseNamed} finds it, in the order of the names. The caller closes them.
 * Throws a {@link UsageError} with all faults of all snakes; then nothing is left running.
 */
export async function mountNamed(
  names: readonly LocalName[],
  { config: file, events, hasOverhead = false, keepsNotes }: MountNamedOptions,
): Promise<{ readonly snakes: readonly NamedSnake[]; readonly warnings: readonly string[] }> {
  if (names.length === 0) return { snakes: [], warnings: [] };
  const { loaded, chosen } = chooseNamed(names, file);
  const snakes = chosen.map(({ snake }): SnakeConfig => ({ ...snake, overhead: hasOverhead ? snake.overhead : 0 }));
  const all: LoadedConfig = {
    ...loaded,
    config: { ...loaded.config, snakes },
    locate: ([, index, ...below], part) => chosen[Number(index)]!.locate(below, part),
  };
  if (snakes.some((snake) => snake.isolation === 'inline')) surviveInlineStrategies();
  const { mountAll } = await import('../host/mount-all.js');
  try {
    const mounted = await mountAll({ loaded: all, env: process.env, listener: events, keepsNotes });
    return {
      snakes: mounted.snakes.map((mount, index) => ({ mount, config: snakes[index]! })),
      warnings: [...new Set(mounted.warnings.map(formatFault))],
    };
  } catch (thrown) {
    throw thrown instanceof UsageError ? new UsageError(withoutRepeats(thrown.faults)) : thrown;
  }
}

/** Whether this is the name of a snake here, not a path: it may be foreign text from a file. */
export function isSnakeName(name: string, config: string): boolean {
  try {
    return /^[\w-]+$/.test(name) && chooseNamed([{ source: '', name }], config).chosen.length > 0;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}

/** The snake of this name, with the options of the command line, if any. */
function choose(loaded: LoadedConfig, { source, name, options }: LocalName): ChosenSnake {
  const chosen = chooseSnake(loaded, name);
  if ('problem' in chosen) throw usageFault(source, chosen.problem);
  if (options === undefined) return chosen;
  return {
    snake: { ...chosen.snake, options: { ...chosen.snake.options, ...options.values } },
    locate(below, part) {
      const isGiven = below[0] === 'options' && Object.hasOwn(options.values, below[1] ?? '');
      return isGiven ? { source: options.source } : chosen.locate(below, part);
    },
  };
}

/** Lists the faults of a snake that is named twice only once. */
export function withoutRepeats(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [formatFault(fault), fault])).values()];
}
