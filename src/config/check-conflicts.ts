/** Checks keys that need another key, or that another one rules out. Called by `read-config.ts`. */
import type { DeepPartial, Reports } from './check-shape.js';
import type { ConfigFile } from './schema.js';
import { SOURCE_KINDS } from './types.js';

type Snake = DeepPartial<ConfigFile['snakes'][number]>;
type Experiment = DeepPartial<ConfigFile['experiments'][number]>;
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

function ofExperiment(experiment: Experiment, has: Has, journalOff: number | undefined): readonly Conflict[] {
  const { shadow, split, steps, promote } = experiment;
  const isSideBySide = !has('prefix');
  const comparesNothing =
    `without a "prefix", the experiment compares games of the journal, which is "off" on line ${journalOff}. ` +
    'Remove "journal: off".';
  const needsJournal =
    `"KEY: true" needs the journal, which is "off" on line ${journalOff}: nothing would keep what the candidate ` +
    'answers. Did you mean "split"? Or remove "journal: off".';
  const baseAnswers = '"KEY" cannot be combined with "shadow: true": the base answers every game. Remove one of them.';
  const ofJournal = `"KEY" counts games of the journal, which is "off" on line ${journalOff}. Remove one of them.`;
  return [
    [
      ['split', 'steps', 'stepGames', 'promote', 'shadow', 'key', 'arena'],
      isSideBySide,
      '"KEY" needs a "prefix": without one, each side has its own URL.',
    ],
    [['name'], isSideBySide && journalOff !== undefined, comparesNothing],
    [['shadow'], shadow === true && journalOff !== undefined, needsJournal],
    [['split', 'steps', 'stepGames', 'promote'], shadow === true, baseAnswers],
    [['split'], has('steps') && split !== steps?.at(-1), '"KEY" is not the last of "steps". Remove one of them.'],
    [['stepGames'], !has('steps'), '"KEY" belongs to "steps", which the experiment does not have.'],
    [promote === 'auto' ? ['steps', 'promote'] : ['steps'], journalOff !== undefined, ofJournal],
  ];
}

export function checkConflicts(
  { server, snakes = [], experiments = [], journal }: DeepPartial<ConfigFile>,
  reports: Reports,
) {
  const check = (owner: readonly [string, number], conflictsOf: (has: Has) => readonly Conflict[]): void => {
    const has: Has = (key) => reports.isWritten([...owner, key]);
    for (const [keys, when, why, level = 'fault'] of conflictsOf(has))
      for (const key of when ? keys.filter(has) : []) reports[level]([...owner, key], why.replace('KEY', key), 'key');
  };
  const off = journal === 'off' ? reports.lineOf(['journal']) : undefined;
  const missing = off !== undefined ? 'journal' : server?.admin === 'off' ? 'admin' : undefined;
  if (server?.share === true && missing !== undefined)
    reports.fault(['server', 'share'], `"share" cannot be combined with "${missing}: off". Remove one of them.`);
  for (const [index, snake = {}] of snakes.entries()) check(['snakes', index], (has) => ofSnake(snake, has));
  for (const [index, one = {}] of experiments.entries())
    check(['experiments', index], (has) => ofExperiment(one, has, off));
}
