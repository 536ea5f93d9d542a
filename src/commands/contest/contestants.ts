/** Loads the contestants once, as the host would. */
import type { Contestant } from '../../arena/contest/contest.js';
import { serverOf } from '../../config/types.js';
import { requireAnswers } from '../../exchange/exchange.js';
import { UsageError, usageFault } from '../../errors/errors.js';
import { SourceCache } from '../../snakes/source-content.js';
import { printError } from '../../terminal/print.js';
import { DEFAULT_TIMEOUT } from '../../wire/resources.js';
import {
  distinctNames,
  mountNamed,
  nameOfUrl,
  parseSnakeUrl,
  type LocalName,
  type NamedSnake,
} from '../resolve-snakes.js';

/** The contestants, in the order of their names. */
interface ResolvedContestants<Names extends readonly LocalName[]> {
  readonly contestants: { readonly [Index in keyof Names]: Contestant };
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
 * Loads every local strategy once, to find its faults before the first game, and prints warnings. Throws a {@link
 * UsageError} with all faults. Reads `config` only if a local snake is named. `roles` distinguish equal names.
 */
export async function resolveContestants<const Names extends readonly LocalName[]>(
  names: Names,
  config: string,
  roles: readonly string[] = [],
): Promise<ResolvedContestants<Names>> {
  const locals = names.filter(({ name }) => parseSnakeUrl(name) === undefined);
  const remote = names.filter(({ name }) => parseSnakeUrl(name) !== undefined).flatMap(faultOfOptions);
  if (remote.length > 0) throw new UsageError(remote);
  await requireAnswers(
    names.flatMap(({ source, name }) => {
      const url = parseSnakeUrl(name);
      return url === undefined ? [] : { source, url };
    }),
  );
  const cache = new SourceCache();
  const { snakes, warnings } = await mountNamed(locals, { config, isNeverInline: true, cache });
  for (const warning of warnings) printError(`warning: ${warning}`);
  await closeAll(snakes.filter((snake) => !isServed(snake)));
  const served = snakes.filter(isServed);
  const contestants = await Promise.all(
    names.map(async (one): Promise<Contestant> => {
      const url = parseSnakeUrl(one.name);
      if (url !== undefined) return { kind: 'remote', name: nameOfUrl(url), url: url.href };
      const { mount, config: snake } = snakes[locals.indexOf(one)]!;
      const server = serverOf(snake.source);
      if (server !== undefined) return { kind: 'remote', name: snake.prefix, url: server.href };
      const content = await cache.read(snake.source);
      const code = content.kind === 'strategy' ? content.code : undefined;
      return { kind: 'local', name: snake.name, config: snake, info: mount.info, code, hash: content.hash };
    }),
  );
  const distinct = distinctNames(
    contestants.map(({ name }) => name),
    roles,
  );
  const renamed = contestants.map((one, index): Contestant => ({ ...one, name: distinct[index]! }));
  const close = () => closeAll(served);
  return { contestants: renamed as ResolvedContestants<Names>['contestants'], close };
}

function faultOfOptions({ name, options }: LocalName) {
  if (options === undefined) return [];
  return usageFault(options.source, `"${name}" is a snake on a server: set its options there.`).faults;
}

function isServed({ config: { source } }: NamedSnake): boolean {
  return serverOf(source) !== undefined;
}

async function closeAll(snakes: readonly NamedSnake[]): Promise<void> {
  await Promise.all(snakes.map(({ mount }) => mount.close()));
}
