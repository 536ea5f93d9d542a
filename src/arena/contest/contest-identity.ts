/** The identity of a contest: what must be equal to continue a saved one. */
import { describeOpenings } from '../game/opening.js';
import type { Contestant, ContestantIndex, ContestPlan } from './contest.js';

/** Values by readable names: `candidate`, `code of the candidate`, `timeout`, `royale.shrinkEveryNTurns`. */
export type ContestIdentity = Readonly<Record<string, unknown>>;

/** The role of a contestant, in words: `base`, `participant 3`. */
type RoleOf = (index: ContestantIndex, contestants: readonly unknown[]) => string;

/** `own` are the settings of its kind. Groups of settings are flattened: their keys become `group.key`. */
export function identifyContest(
  { contestants, seed, game }: Pick<ContestPlan, 'contestants' | 'seed' | 'game'>,
  roleOf: RoleOf,
  own: Readonly<Record<string, unknown>>,
): ContestIdentity {
  const { settings, openings, ...flat } = game;
  const start = openings && {
    openings: describeOpenings(openings) + (openings.kind === 'positions' ? `, ${openings.hash}` : ''),
  };
  const players = contestants.map((one, index) =>
    identifyContestant(one, roleOf(index, contestants), game.ponder !== undefined),
  );
  return Object.assign({}, ...players, flatten({ seed, ...flat, ...settings, ...start, ...own })) as ContestIdentity;
}

/** A sentence for each difference between a contest and the requested one. */
export function describeDifferences(was: ContestIdentity, is: ContestIdentity): string[] {
  const changed = Object.keys({ ...was, ...is }).filter((key) => format(was[key]) !== format(is[key]));
  // Another contestant has other code, too.
  const independent = changed.filter((key) => !changed.some((other) => key.endsWith(` of the ${other}`)));
  return independent.map((key) =>
    key.startsWith(CODE)
      ? `was played with other ${key}: its file has changed`
      : `was played with ${key} ${format(was[key])}, not ${format(is[key])}`,
  );
}

function format(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

const CODE = 'code of the ';

/** A strategy with its options and code, or a URL; whether it ponders if others may. */
function identifyContestant(contestant: Contestant, role: string, isPondered: boolean): ContestIdentity {
  if (contestant.kind === 'remote') return { [role]: contestant.url };
  const { hash, config } = contestant;
  return {
    [role]: config.name,
    [`options of the ${role}`]: config.options,
    [CODE + role]: hash,
    ...(isPondered && { [`pondering of the ${role}`]: config.ponder }),
  };
}

/** One level, with `a.b` for a key in a group. */
function flatten(values: object, prefix = ''): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null) return [[prefix + key, value]];
    return Object.entries(flatten(value as object, `${prefix}${key}.`));
  });
  return Object.fromEntries(entries);
}
