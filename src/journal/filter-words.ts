/** Parses words about the journal: moments, games, names that may be misspelt. Used by its commands and routes. */
import ms, { type StringValue } from 'ms';
import type { ExperimentConfig, SnakeConfig } from '../config/types.js';
import { didYouMean } from '../errors/did-you-mean.js';
import { mapNames } from '../rules/maps/registry.js';
import { RULESET_NAMES } from '../rules/rulesets.js';
import type { FilterNames, GameFilter, GameRow } from '../views/game-rows.js';
import type { JournalReader } from './journal.js';

/** The part of the configuration with names of which the journal may have no game yet. */
export interface ConfiguredNames {
  readonly snakes: readonly Pick<SnakeConfig, 'prefix'>[];
  readonly experiments: readonly Pick<ExperimentConfig, 'prefix' | 'name'>[];
  readonly sideBySide: readonly { readonly name: string }[];
}

type NameField = 'snake' | 'opponent' | 'experiment' | 'ruleset' | 'map';

/** Names that a message lists if no name is similar. */
const MAX_KNOWN = 8;
/** Longest part of a name that is quoted and compared, in characters: the journal has no longer names. */
const MAX_NAME = 256;

/**
 * Every name of the filter that is in neither the journal nor the configuration, nor part of the rules, with a sentence
 * that quotes it and suggests a similar one.
 */
export function findUnknownNames(
  filter: Pick<GameFilter, Exclude<NameField, 'snake'> | 'snakes'>,
  kept: FilterNames,
  { snakes, experiments, sideBySide }: ConfiguredNames,
): { readonly field: NameField; readonly message: string }[] {
  const known: Readonly<Record<NameField, readonly string[]>> = {
    snake: [...[...snakes, ...experiments].map(({ prefix }) => prefix), ...kept.snakes],
    opponent: kept.opponents,
    experiment: [...[...experiments, ...sideBySide].map(({ name }) => name), ...kept.experiments],
    ruleset: [...kept.rulesets, ...RULESET_NAMES],
    map: [...kept.maps, ...mapNames()],
  };
  return (Object.keys(known) as NameField[]).flatMap((field) => {
    const names = field === 'snake' ? (filter.snakes ?? []) : [filter[field]];
    return names.flatMap((name) => {
      if (name === undefined || known[field].includes(name)) return [];
      const shown = name.slice(0, MAX_NAME);
      return { field, message: `"${shown}" is not in the journal.${hintFor(shown, known[field])}` };
    });
  });
}

function hintFor(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  if (near !== '' || known.length === 0) return near;
  const names = [...new Set(known)];
  const more = names.length > MAX_KNOWN ? ', …' : '';
  return ` Known: ${names.slice(0, MAX_KNOWN).join(', ')}${more}.`;
}

/** A number with a unit. Bare numbers are refused: their unit is unclear. */
const AGE = /^\d{1,6}(\.\d{1,3})? ?[a-z]+$/i;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * The moment in ms since 1970 of `7d`, `12h` or `2 weeks` before `now`, of `2026-08-01`, or of a date with a time;
 * `undefined` if the text is none of these.
 */
export function parseSince(text: string, now: number): number | undefined {
  // Despite its type, `ms` returns undefined for a unit that it does not know.
  const age = AGE.test(text) ? (ms(text as StringValue) as number | undefined) : undefined;
  if (age !== undefined) return Math.round(now - age);
  const moment = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The word for the newest finished game. */
export const LAST = 'last';

/**
 * The games that match a word: {@link LAST}, an id of the journal, the first characters of one, or an engine's id.
 * Several if the word is ambiguous. `snake` is a prefix that selects one snake's games.
 */
export async function findGames(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  snake?: string,
): Promise<readonly GameRow[]> {
  if (word === LAST) {
    const snakes = snake === undefined ? undefined : [snake];
    return (await journal.listGames({ limit: 1, hasEnded: true, snakes })).games;
  }
  // Every id begins with ''.
  if (word === '') return [];
  const found = await journal.findIds(word);
  const exact = found.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  const played = found.filter((game) => game.snake === snake);
  return played.length > 0 ? played : found;
}
