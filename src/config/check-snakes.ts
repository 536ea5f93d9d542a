/**
 * Checks that the schema cannot make: snakes and experiments against each other, the disk, the environment. Called by
 * `read-config.ts`.
 */
import { didYouMean } from '../errors/did-you-mean.js';
import { checkCustomization } from '../wire/customization.js';
import type { DeepPartial, Reports } from './check-shape.js';
import type { Environment } from './environment.js';
import { prefixClashes, prefixProblem } from './prefixes.js';
import type { ConfigFile } from './schema.js';
import { SOURCE_KINDS } from './types.js';

type Snake = DeepPartial<ConfigFile['snakes'][number]>;
type Snakes = readonly (Snake | undefined)[];
type Experiment = DeepPartial<ConfigFile['experiments'][number]>;
type Experiments = readonly (Experiment | undefined)[];

export function checkPrefixes(
  snakes: Snakes,
  experiments: Experiments,
  server: DeepPartial<ConfigFile['server']> | undefined,
  { fault, lineOf }: Reports,
): void {
  const adminPath = typeof server?.admin === 'object' ? server.admin.path : undefined;
  const places = [
    ...snakes.map((snake, index) => ({ prefix: snake?.prefix, path: ['snakes', index, 'prefix'] })),
    ...experiments.map((one, index) => ({ prefix: one?.prefix, path: ['experiments', index, 'prefix'] })),
  ];
  const written = places.map(({ prefix, path }) => {
    if (prefix === undefined) return undefined;
    const problem = prefixProblem(prefix);
    if (problem !== undefined) fault(path, problem);
    if (adminPath !== undefined && `${prefix}/`.startsWith(`${adminPath}/`))
      fault(path, `prefix "${prefix}" is below "${adminPath}", the path of "server.admin". Choose another.`);
    return { prefix, line: lineOf(path) };
  });
  for (const [index, message] of prefixClashes(written)) fault(places[index]!.path, message);
}

/** Reports experiments with unknown or equal sides, or with a name already taken. */
export function checkExperiments(snakes: Snakes, experiments: Experiments, { fault }: Reports): void {
  const prefixes = snakes.flatMap((snake) => snake?.prefix ?? []);
  const names = experiments.map((experiment) => experiment?.name);
  for (const [index, { name, base, candidate } = {}] of experiments.entries()) {
    const at = (key: string) => ['experiments', index, key];
    for (const [side, prefix] of Object.entries({ base, candidate })) {
      if (prefix === undefined || prefixes.includes(prefix)) continue;
      const hint = didYouMean(prefix, prefixes) || ` Snakes: ${prefixes.map((one) => `"${one}"`).join(', ')}.`;
      fault(at(side), `no snake at "${prefix}".${hint}`);
    }
    if (base !== undefined && base === candidate) {
      fault(at('candidate'), '"candidate" is the same snake as "base". Name another variant.');
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

type Has = (key: string) => boolean;
/** Keys, when none of them may be written, and why, with KEY in place of each. */
type Conflict = readonly [keys: readonly string[], when: boolean, why: string, level?: 'warning'];

/** Keys on how this host computes moves. */
const OF_MOVES = ['options', 'isolation', 'allow', 'processes', 'priority', 'ponder'];
const OF_PROGRAMS = ['cwd', 'env', 'memory'];
const OF_PROCESSES = ['processes', 'memory', 'priority', 'env', 'allow'];

function ofSnake({ isolation }: Snake, has: Has): readonly Conflict[] {
  const [source, other] = SOURCE_KINDS.filter(has);
  if (source === undefined) return [];
  if (other !== undefined) return [[[other], true, `"KEY" cannot be combined with "${source}". Remove one of them.`]];
  const isServer = source === 'upstream';
  const isInline = isolation === 'inline';
  const isCommand = source === 'command';
  return [
    [['run'], !isServer, `"KEY" belongs to "upstream", and the snake has "${source}". Remove it.`],
    [['cwd'], source === 'strategy', `"KEY" belongs to "command", and the snake has "${source}". Remove it.`],
    [OF_MOVES, isServer, '"KEY" has no effect with "upstream": the server decides that. Remove it.'],
    [OF_PROGRAMS, isServer && !has('run'), '"KEY" belongs to "run", which the snake does not have.'],
    [['isolation'], isCommand && isInline, '"KEY: inline" is for strategies: a command runs in a process. Remove it.'],
    [OF_PROCESSES, isInline, '"KEY" has no effect: isolation is "inline", so there is no child process.', 'warning'],
  ];
}

function ofExperiment({ shadow }: Experiment, journalOff: number | undefined): readonly Conflict[] {
  const needsJournal =
    `"KEY: true" needs the journal, which is "off" on line ${journalOff}: nothing would keep what the candidate ` +
    'answers. Did you mean "split"? Or remove "journal: off".';
  const baseAnswers = '"KEY" cannot be combined with "shadow: true": the base answers every game. Remove one of them.';
  return [
    [['shadow'], shadow === true && journalOff !== undefined, needsJournal],
    [['split'], shadow === true, baseAnswers],
  ];
}

/** Checks keys that need another key, or that another one rules out. */
export function checkConflicts({ snakes = [], experiments = [], journal }: DeepPartial<ConfigFile>, reports: Reports) {
  const check = (owner: readonly [string, number], conflictsOf: (has: Has) => readonly Conflict[]): void => {
    const has: Has = (key) => reports.isWritten([...owner, key]);
    for (const [keys, when, why, level = 'fault'] of conflictsOf(has))
      for (const key of when ? keys.filter(has) : []) reports[level]([...owner, key], why.replace('KEY', key), 'key');
  };
  const off = journal === 'off' ? reports.lineOf(['journal']) : undefined;
  for (const [index, snake = {}] of snakes.entries()) check(['snakes', index], (has) => ofSnake(snake, has));
  for (const [index, one = {}] of experiments.entries()) check(['experiments', index], () => ofExperiment(one, off));
}
