/** The identity of a contest: what must be equal to continue a saved one. */
import type { Contestant, ContestantIndex } from './contest.js';

/** Values by readable names: `candidate`, `code of the candidate`, `timeout`, `royale.shrinkEveryNTurns`. */
export type ContestIdentity = Readonly<Record<string, unknown>>;

/** The role of a contestant, in words: `base`, `participant 3`. */
type RoleOf = (index: ContestantIndex, contestants: readonly unknown[]) => string;

/** The identity of a contest with these settings, which may have groups: their keys become `group.key`. */
export function identifyContest(
  contestants: readonly Contestant[],
  roleOf: RoleOf,
  settings: Readonly<Record<string, unknown>>,
): ContestIdentity {
  const isPondered = settings['ponder'] !== undefined;
  const identities = contestants.map((one, index) => identifyContestant(one, roleOf(index, contestants), isPondered));
  return Object.assign({}, ...identities, flatten(settings)) as ContestIdentity;
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
