/** Finds the contestants that a command line names. */
import type { Contestant, UnusableContestant } from '../../arena/contest/contest.js';
import { faultOfSource, locateFault } from '../../config/snake-faults.js';
import { serverOf } from '../../config/types.js';
import { requireAnswers } from '../../exchange/exchange.js';
import { messageOf, UsageError, usageFault } from '../../errors/errors.js';
import { SourceCache } from '../../snakes/source-content.js';
import { printError } from '../../terminal/print.js';
import { DEFAULT_TIMEOUT } from '../../wire/resources.js';
import {
  chooseNamed,
  distinctNames,
  mountNamed,
  nameOfUrl,
  parseSnakeUrl,
  withoutRepeats,
  type LocalName,
} from '../resolve-snakes.js';

/** The contestants, in the order of their names. */
interface ResolvedContestants {
  readonly contestants: readonly Contestant[];
  /** What to throw if some of them cannot be loaded. */
  readonly blame: (unusable: readonly UnusableContestant[]) => UsageError;
  /** Stops the servers that were started for them. Call it when the games are over. */
  readonly close: () => Promise<void>;
}

/** Default time for an answer, in ms: enough for most strategies, and a fifth of the platform's 500. */
const STRATEGY_TIMEOUT_MS = 100;

/** The default as text for a flag. */
export const TIMEOUT_RULE = `${STRATEGY_TIMEOUT_MS}ms, or ${DEFAULT_TIMEOUT}ms where a snake plays by URL`;

/** The given time for an answer, or the default of these contestants: a server does not know of shorter ones. */
export function timeoutFor(contestants: readonly Contestant[], given: number | undefined): number {
  const usual = contestants.some(({ kind }) => kind === 'remote') ? DEFAULT_TIMEOUT : STRATEGY_TIMEOUT_MS;
  return given ?? usual;
}

/**
 * Reads the code of every local strategy, and starts the servers that the configuration has a program for. Throws a
 * {@link UsageError} with all faults. Reads `config` only if a local snake is named. `roles` distinguish equal names.
 */
export async function resolveContestants(
  names: readonly LocalName[],
  config: string,
  roles?: readonly string[],
): Promise<ResolvedContestants> {
  const remote = names.filter(({ name }) => parseSnakeUrl(name) !== undefined).flatMap(faultOfOptions);
  if (remote.length > 0) throw new UsageError(remote);
  await requireAnswers(
    names.flatMap(({ source, name }) => {
      const url = parseSnakeUrl(name);
      return url === undefined ? [] : { source, url };
    }),
  );
  const locals = names.filter(({ name }) => parseSnakeUrl(name) === undefined);
  const { chosen } = chooseNamed(locals, config);
  const choiceOf = (one: LocalName | undefined) => chosen[locals.findIndex((local) => local === one)]!;
  const blame = (unusable: readonly UnusableContestant[]) => {
    const faults = unusable.map(({ contestant, ...fault }) => {
      // A strategy that plays against itself is named once.
      const { snake, locate } = choiceOf(names[contestant] ?? names[0]);
      return locateFault(snake, fault, locate);
    });
    return new UsageError(withoutRepeats(faults));
  };
  const cache = new SourceCache();
  const unreadable: UnusableContestant[] = [];
  const contestants = await Promise.all(
    names.map(async (one, contestant): Promise<Contestant> => {
      const url = parseSnakeUrl(one.name);
      if (url !== undefined) return { kind: 'remote', name: nameOfUrl(url), url: url.href };
      const { snake } = choiceOf(one);
      const server = serverOf(snake.source);
      if (server !== undefined) return { kind: 'remote', name: snake.prefix, url: server.href };
      const local = { kind: 'local', name: snake.name, config: { ...snake, overhead: 0 } } as const;
      try {
        const content = await cache.read(snake.source);
        if (content.kind !== 'strategy') return { ...local, code: undefined, hash: content.hash };
        for (const warning of content.warnings ?? [])
          printError(`warning: strategy "${snake.source.name}": ${warning}`);
        return { ...local, code: content.code, hash: content.hash };
      } catch (thrown) {
        unreadable.push({ contestant, ...faultOfSource(snake, messageOf(thrown)) });
        return { ...local, code: undefined, hash: '' };
      }
    }),
  );
  if (unreadable.length > 0) throw blame(unreadable);
  const served = locals.filter((one) => serverOf(choiceOf(one).snake.source) !== undefined);
  const { snakes, warnings } = await mountNamed(served, { config });
  for (const warning of warnings) printError(`warning: ${warning}`);
  const distinct = distinctNames(
    contestants.map(({ name }) => name),
    roles,
  );
  const close = async () => void (await Promise.all(snakes.map(({ mount }) => mount.close())));
  return { contestants: contestants.map((one, index) => ({ ...one, name: distinct[index]! })), blame, close };
}

function faultOfOptions({ name, options }: LocalName) {
  if (options === undefined) return [];
  return usageFault(options.source, `"${name}" is a snake on a server: set its options there.`).faults;
}
