/** What the schema cannot see of `snakes:`: other snakes, the disk, the environment. Called by `read-config.ts`. */
import { didYouMean } from '../did-you-mean.js';
import { checkCustomization } from '../wire/customization.js';
import type { Partly, ReportFault } from './check-shape.js';
import type { Environment } from './environment.js';
import { prefixClashes, prefixProblem } from './prefixes.js';
import type { ConfigFile } from './schema.js';
import { findStrategy, type StrategyDirectory } from './strategy-files.js';
import type { Path } from '../json-pointer.js';

type Snakes = readonly (Partly<ConfigFile['snakes'][number]> | undefined)[];
type Experiments = readonly (Partly<ConfigFile['experiments'][number]> | undefined)[];

/** Where faults and warnings go. */
export interface Reports {
  readonly fault: ReportFault;
  readonly warning: ReportFault;
}

/** Reports prefixes, of snakes and of experiments, that are malformed or in each other's way. */
export function checkPrefixes(
  snakes: Snakes,
  experiments: Experiments,
  lineOf: (path: Path) => number,
  { fault }: Reports,
): void {
  const places = [
    ...snakes.map((snake, index) => ({ prefix: snake?.prefix, path: ['snakes', index, 'prefix'] })),
    ...experiments.map((one, index) => ({ prefix: one?.prefix, path: ['experiments', index, 'prefix'] })),
  ];
  const written = places.map(({ prefix, path }) => {
    if (prefix === undefined) return undefined;
    const problem = prefixProblem(prefix);
    if (problem !== undefined) fault(path, problem);
    return { prefix, line: lineOf(path) };
  });
  for (const [index, message] of prefixClashes(written)) fault(places[index]!.path, message);
}

/** Reports experiments whose sides are no snakes of the file or one and the same, names that are taken, and shadows with a share. */
export function checkExperiments(
  snakes: Snakes,
  experiments: Experiments,
  isWritten: (path: Path) => boolean,
  { fault }: Reports,
): void {
  const prefixes = snakes.flatMap((snake) => snake?.prefix ?? []);
  const names = experiments.map((experiment) => experiment?.name);
  for (const [index, experiment] of experiments.entries()) {
    for (const side of ['base', 'candidate'] as const) {
      const prefix = experiment?.[side];
      if (prefix === undefined || prefixes.includes(prefix)) continue;
      const hint = didYouMean(prefix, prefixes) || ` It takes one of ${prefixes.map((one) => `"${one}"`).join(', ')}.`;
      fault(['experiments', index, side], `no snake stands at "${prefix}".${hint}`);
    }
    if (experiment?.base !== undefined && experiment.base === experiment.candidate)
      fault(['experiments', index, 'candidate'], `"candidate" is the same snake as "base". Name another variant.`);
    if (experiment?.name !== undefined && names.indexOf(experiment.name) < index)
      fault(
        ['experiments', index, 'name'],
        `name "${experiment.name}" is taken by an experiment above. Choose another.`,
      );
    const split = ['experiments', index, 'split'];
    if (experiment?.shadow === true && isWritten(split))
      fault(
        split,
        `"split" has no place beside "shadow: true": the base answers every game. Remove one of them.`,
        'key',
      );
  }
}

/** Reports strategies that are not there, and returns the absolute path of each that is. */
export function checkStrategies(snakes: Snakes, directory: StrategyDirectory, { fault }: Reports): Map<string, string> {
  const files = new Map<string, string>();
  for (const [index, snake] of snakes.entries()) {
    if (snake?.strategy === undefined) continue;
    const found = findStrategy(directory, snake.strategy);
    if ('problem' in found) fault(['snakes', index, 'strategy'], found.problem);
    else files.set(snake.strategy, found.file);
  }
  return files;
}

/** Reports colours that are none, and warns of heads and tails that an engine may not draw. */
export function checkLooks(snakes: Snakes, reports: Reports): void {
  for (const [index, snake] of snakes.entries()) {
    const { color, head, tail } = snake?.customization ?? {};
    const given = Object.entries({ color, head, tail }).filter(([, value]) => value !== undefined);
    for (const { level, key, message } of checkCustomization(Object.fromEntries(given))) {
      reports[level](['snakes', index, 'customization', key], message);
    }
  }
}

/** Warns of variables that are not set, where the strategy would get them alone. */
export function checkVariables(snakes: Snakes, env: Environment, { warning }: Reports): void {
  for (const [index, snake] of snakes.entries()) {
    if (snake?.isolation === 'inline') continue;
    for (const [item, name] of (snake?.env ?? []).entries()) {
      if (name === undefined || env[name] !== undefined) continue;
      warning(['snakes', index, 'env', item], `environment variable "${name}" is not set. Did you forget it?`);
    }
  }
}

/** Warns of keys that only child processes obey, beside `isolation: inline`. */
export function checkInline(snakes: Snakes, isWritten: (path: Path) => boolean, { warning }: Reports): void {
  for (const [index, snake] of snakes.entries()) {
    if (snake?.isolation !== 'inline') continue;
    for (const key of ['processes', 'memoryMb', 'env']) {
      const path = ['snakes', index, key];
      if (!isWritten(path)) continue;
      warning(path, `"${key}" has no effect: isolation is "inline", so there is no child process.`, 'key');
    }
  }
}
