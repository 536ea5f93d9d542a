/** The identity of a contest: what must be equal to continue a saved one. */
import type { Contestant, ContestantIndex } from './contest.js';

/** The identity of a contestant: a strategy with its code and options, or a URL. */
type ContestantIdentity =
  | {
      readonly name: string;
      readonly code: string;
      readonly options: Readonly<Record<string, unknown>>;
      /** Where others may ponder: this one does not. */
      readonly ponder?: false;
    }
  | { readonly url: string };

export interface ContestIdentity {
  readonly contestants: readonly ContestantIdentity[];
  /** Numbers and strings by readable names: `timeout`, `royale.shrinkEveryNTurns`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The role of a contestant, in words: `base`, `participant 3`. */
export type RoleOf = (index: ContestantIndex, contestants: readonly unknown[]) => string;

/** The identity of a contest with these settings, which may have groups: their keys become `group.key`. */
export function identifyContest(
  contestants: readonly Contestant[],
  settings: Readonly<Record<string, unknown>>,
): ContestIdentity {
  const isPondered = settings['ponder'] !== undefined;
  return {
    contestants: contestants.map((one) => identifyContestant(one, isPondered)),
    settings: flatten(settings),
  };
}

/** A sentence for each difference between a contest and the requested one. */
export function describeDifferences(was: ContestIdentity, is: ContestIdentity, roleOf: RoleOf): string[] {
  const longer = was.contestants.length > is.contestants.length ? was.contestants : is.contestants;
  const contestants = longer.map((_, index) => {
    const role = roleOf(index, longer);
    return describeContestants(role, was.contestants[index], is.contestants[index]);
  });
  const settings = Object.keys({ ...was.settings, ...is.settings }).flatMap((key) => {
    const [before, now] = [format(was.settings[key]), format(is.settings[key])];
    return before === now ? [] : `was played with ${key} ${before}, not ${now}`;
  });
  return [...contestants.flat(), ...settings];
}

function describeContestants(
  role: string,
  was: ContestantIdentity | undefined,
  is: ContestantIdentity | undefined,
): string[] {
  if (was === undefined || is === undefined || nameOf(was) !== nameOf(is)) {
    return [`was played with ${nameOf(was)} as ${role}, not ${nameOf(is)}`];
  }
  if ('url' in was || 'url' in is) return [];
  const [before, now] = [JSON.stringify(was.options), JSON.stringify(is.options)];
  return [
    ...(before === now ? [] : [`was played with the options ${before} of the ${role} "${was.name}", not ${now}`]),
    ...(was.ponder === is.ponder
      ? []
      : [`was played ${was.ponder === false ? 'without' : 'with'} pondering of the ${role} "${was.name}"`]),
    ...(was.code === is.code ? [] : [`was played with other code of the ${role} "${was.name}": its file has changed`]),
  ];
}

function nameOf(contestant: ContestantIdentity | undefined): string {
  if (contestant === undefined) return 'nobody';
  return `"${'url' in contestant ? contestant.url : contestant.name}"`;
}

function identifyContestant(contestant: Contestant, isPondered: boolean): ContestantIdentity {
  if (contestant.kind === 'remote') return { url: contestant.url };
  const { hash, config } = contestant;
  const identity = { name: config.name, code: hash, options: config.options };
  return isPondered && !config.ponder ? { ...identity, ponder: false } : identity;
}

/** One level, with `a.b` for a key in a group. */
function flatten(values: object, prefix = ''): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null) return [[prefix + key, value]];
    return Object.entries(flatten(value as object, `${prefix}${key}.`));
  });
  return Object.fromEntries(entries);
}

function format(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
