/** The flags that filter games of the journal, named like the HTTP parameters. Shared by `report` and `games`. */
import { InvalidArgumentError } from 'commander';
import { readConfig } from '../../config/read-config.js';
import { UsageError, type Fault } from '../../errors/errors.js';
import { JOURNAL_RESULTS, type FilterNames, type GameFilter } from '../../views/game-rows.js';
import { findUnknownNames, parseSince } from '../../journal/filter-words.js';
import { wordOf } from '../arguments.js';
import { anyText, configFlag, flag, listOf, type ValuesOf } from '../flags.js';

export const FILTER_FLAGS = [
  configFlag('the configuration that names the journal'),
  flag('--prefix <PREFIX>', 'only this snake; repeatable', listOf(anyText)),
  flag('--opponent <NAME>', 'only games against a snake of this name'),
  flag('--experiment <NAME>', 'only this experiment'),
  flag('--since <TIME>', 'only games since then: 7d, 12h, 2026-08-01', readSince),
  flag('-g, --gametype <RULESET>', 'only games of this ruleset'),
  flag('-m, --map <MAP>', 'only games on this map'),
  flag('--imported', 'only imported games'),
  flag('--no-imported', 'only games played here'),
];

const RESULT_HELP = `only games with this result: ${JOURNAL_RESULTS.join(', ')}`;
export const RESULT_FLAG = flag('--result <RESULT>', RESULT_HELP, wordOf(JOURNAL_RESULTS));

export type FilterFlags = ValuesOf<typeof FILTER_FLAGS>;

/** Flags whose name differs from the field of the filter. */
const FLAGS: Readonly<Record<string, string>> = { snake: 'prefix', ruleset: 'gametype' };

/**
 * The filter of the flags. Throws a {@link UsageError} with every name that is neither in the journal nor in the
 * configuration.
 */
export function readFilter(
  { config, prefix, opponent, experiment, gametype, map, since, imported }: FilterFlags,
  kept: FilterNames,
): GameFilter {
  const configured = readConfig(config, process.env).config;
  const filter = { snakes: prefix, opponent, experiment, ruleset: gametype, map, since, imported };
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
