/** The flags that filter games of the journal, named like the HTTP parameters. Shared by `report` and `games`. */
import { InvalidArgumentError, type Command } from 'commander';
import { readConfig } from '../../config/read-config.js';
import { UsageError, type Fault } from '../../errors/errors.js';
import type { FilterNames, GameFilter } from '../../views/game-rows.js';
import { parseSince, findUnknownNames } from '../../journal/filter-words.js';
import { DEFAULT_CONFIG } from '../arguments.js';

export interface FilterFlags {
  readonly config: string;
  readonly prefix?: string;
  readonly opponent?: string;
  readonly experiment?: string;
  readonly gametype?: string;
  readonly map?: string;
  readonly since?: number;
  readonly imported?: boolean;
}

/** Flags whose name differs from the field of the filter. */
const FLAGS: Readonly<Record<string, string>> = { snake: 'prefix', ruleset: 'gametype' };

export function addFilterFlags(command: Command): Command {
  return command
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--prefix <PREFIX>', 'only this snake')
    .option('--opponent <NAME>', 'only games against a snake of this name')
    .option('--experiment <NAME>', 'only this experiment')
    .option('--since <TIME>', 'only games since then: 7d, 12h, 2026-08-01', readSince)
    .option('-g, --gametype <RULESET>', 'only games of this ruleset')
    .option('-m, --map <MAP>', 'only games on this map')
    .option('--imported', 'only imported games')
    .option('--no-imported', 'only games played here');
}

/**
 * The filter of the flags. Throws a {@link UsageError} with every name that is neither in the journal nor in the
 * configuration.
 */
export function readFilter(
  { config, prefix, opponent, experiment, gametype, map, since, imported }: FilterFlags,
  kept: FilterNames,
): GameFilter {
  const { snakes, experiments } = readConfig(config, process.env).config;
  const configured = {
    prefixes: [...snakes, ...experiments].map((mount) => mount.prefix),
    experiments: experiments.map(({ name }) => name),
  };
  const filter = { snake: prefix, opponent, experiment, ruleset: gametype, map, since, imported };
  const faults = findUnknownNames(filter, kept, configured).map(({ field, message }): Fault => {
    return { source: `--${FLAGS[field] ?? field}`, message };
  });
  if (faults.length > 0) throw new UsageError(faults);
  return filter;
}

function readSince(text: string): number {
  const moment = parseSince(text, Date.now());
  if (moment === undefined) throw new InvalidArgumentError('Expected a date, or a time such as 7d or 12h.');
  return moment;
}
