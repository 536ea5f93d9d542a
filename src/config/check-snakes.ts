/**
 * Checks that the schema cannot make: snakes and experiments against each other, the disk, the environment. Called by
 * `read-config.ts`.
 */
import { didYouMean } from '../errors/did-you-mean.js';
import { checkCustomization } from '../wire/customization.js';
import type { DeepPartial, Reports } from './check-shape.js';
import type { Environment } from './environment.js';
import { prefixClashes, prefixProblem, SHARE_PATH } from './prefixes.js';
import type { ConfigFile } from './schema.js';

type Snakes = readonly (DeepPartial<ConfigFile['snakes'][number]> | undefined)[];
type Experiments = readonly (DeepPartial<ConfigFile['experiments'][number]> | undefined)[];

export function checkPrefixes(
  snakes: Snakes,
  experiments: Experiments,
  server: DeepPartial<ConfigFile['server']> | undefined,
  { fault, lineOf }: Reports,
): void {
  const taken = [
    ['server.admin', typeof server?.admin === 'object' ? server.admin.path : undefined],
    ['server.share', server?.share === true ? SHARE_PATH : undefined],
  ] as const;
  const places = [
    ...snakes.map((snake, index) => ({ prefix: snake?.prefix, path: ['snakes', index, 'prefix'] })),
    ...experiments.map((one, index) => ({ prefix: one?.prefix, path: ['experiments', index, 'prefix'] })),
  ];
  const written = places.map(({ prefix, path }) => {
    if (prefix === undefined) return undefined;
    const problem = prefixProblem(prefix);
    if (problem !== undefined) fault(path, problem);
    for (const [key, own] of taken)
      if (own !== undefined && `${prefix}/`.startsWith(`${own}/`))
        fault(path, `prefix "${prefix}" is below "${own}", the path of "${key}". Choose another.`);
    return { prefix, line: lineOf(path) };
  });
  for (const [index, message] of prefixClashes(written)) fault(places[index]!.path, message);
}

/** Reports experiments with unknown or equal sides, or with a name or a side already taken. */
export function checkExperiments(snakes: Snakes, experiments: Experiments, reports: Reports): void {
  const { fault, warning, isWritten } = reports;
  const prefixes = snakes.flatMap((snake) => snake?.prefix ?? []);
  const names = experiments.map((experiment) => experiment?.name);
  /** Snakes that play side by side, with the name of the experiment that keeps their games. */
  const taken = new Map<string, string | undefined>();
  for (const [index, { name, base, candidate, steps = [] } = {}] of experiments.entries()) {
    const at = (key: string) => ['experiments', index, key];
    const down = steps.findIndex((share, step) => step > 0 && share! <= steps[step - 1]!);
    if (down > 0)
      fault([...at('steps'), down], 'a step is no larger than the one before. Write them in growing order.');
    for (const [side, prefix] of Object.entries({ base, candidate })) {
      if (prefix === undefined || prefixes.includes(prefix)) continue;
      const hint = didYouMean(prefix, prefixes) || ` Snakes: ${prefixes.map((one) => `"${one}"`).join(', ')}.`;
      fault(at(side), `no snake at "${prefix}".${hint}`);
    }
    if (base !== undefined && base === candidate) {
      fault(at('candidate'), '"candidate" is the same snake as "base". Name another variant.');
    } else if (!isWritten(at('prefix'))) {
      for (const [side, prefix] of Object.entries({ base, candidate })) {
        if (prefix === undefined) continue;
        if (taken.has(prefix)) fault(at(side), `"${prefix}" already plays side by side in "${taken.get(prefix)}".`);
        taken.set(prefix, name);
      }
    } else if (!isWritten(at('key'))) {
      const isKeyed = (prefix: string | undefined) =>
        prefix !== undefined && isWritten(['snakes', snakes.findIndex((snake) => snake?.prefix === prefix), 'key']);
      const keyed = [base, candidate].find(isKeyed);
      const open = `"${keyed}" needs a key, and the experiment has none: anyone can play against it here. Add a "key".`;
      if (keyed !== undefined) warning(at('prefix'), open);
    }
    if (name !== undefined && names.indexOf(name) < index) {
      fault(at('name'), `name "${name}" is taken by an experiment above. Choose another.`);
    }
  }
}

/** Reports malformed colours, and warns of heads and tails that an engine may not draw. */
export function checkSnakeCustomizations(snakes: Snakes, reports: Reports): void {
  for (const [index, snake] of snakes.entries()) {
    const { color, head, tail } = snake?.customization ?? {};
    const given = Object.entries({ color, head, tail }).filter(([, value]) => value !== undefined);
    for (const { level, key, message } of checkCustomization(Object.fromEntries(given))) {
      reports[level](['snakes', index, 'customization', key], message);
    }
  }
}

/**
 * Warns of unset variables under `env`. An inline strategy sees the host's own environment, so its `env` has no effect.
 */
export function checkVariables(snakes: Snakes, env: Environment, { warning }: Reports): void {
  for (const [index, snake] of snakes.entries()) {
    if (snake?.isolation === 'inline') continue;
    for (const [item, name] of (snake?.env ?? []).entries()) {
      if (name === undefined || env[name] !== undefined) continue;
      warning(['snakes', index, 'env', item], `environment variable "${name}" is not set. Did you forget it?`);
    }
  }
}
