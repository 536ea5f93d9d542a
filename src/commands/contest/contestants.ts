/** Resolves those who take part in a contest, each loaded once as the host would load it. */
import type { Contestant } from '../../arena/contest/contest.js';
import { requireAnswers } from '../../exchange/require-answers.js';
import { UsageError, usageFault } from '../../errors.js';
import { SourceCache } from '../../snakes/source-content.js';
import { distinctNames, mountNamed, nameOfUrl, parseSnakeUrl, type LocalName } from '../resolve-snakes.js';

/** Who takes part: a strategy's name, a prefix or a URL. `source` is the argument or the flag that says so. */
export type ContestantName = LocalName;

/** Those who take part in a contest, in the order of their names. */
export interface ResolvedContestants<Names extends readonly ContestantName[]> {
  readonly contestants: { readonly [Index in keyof Names]: Contestant };
  readonly warnings: readonly string[];
}

/**
 * Loads every local strategy once, to find what is wrong with it before the first game. Throws a {@link UsageError}
 * with everything that is wrong. `config` is read only if a local snake is named. `roles` tell namesakes apart.
 */
export async function resolveContestants<const Names extends readonly ContestantName[]>(
  names: Names,
  config: string,
  roles: readonly string[] = [],
): Promise<ResolvedContestants<Names>> {
  const locals = names.filter(({ name }) => parseSnakeUrl(name) === undefined);
  const remote = names.flatMap((name) => faultOfRemote(name));
  if (remote.length > 0) throw new UsageError(remote);
  await requireAnswers(
    names.flatMap(({ source, name }) => {
      const url = parseSnakeUrl(name);
      return url === undefined ? [] : { source, url };
    }),
  );
  const cache = new SourceCache();
  const { snakes, warnings } = await mountNamed(locals, { config, isNeverInline: true, cache });
  await Promise.all(snakes.map(({ mount }) => mount.close()));
  const contestants = await Promise.all(
    names.map(async (one): Promise<Contestant> => {
      const url = parseSnakeUrl(one.name);
      if (url !== undefined) return { kind: 'remote', name: nameOfUrl(url), url: url.href };
      const { mount, config: snake } = snakes[locals.indexOf(one)]!;
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
  return { contestants: renamed as ResolvedContestants<Names>['contestants'], warnings };
}

function faultOfRemote({ name, options }: ContestantName) {
  if (options === undefined || parseSnakeUrl(name) === undefined) return [];
  return usageFault(options.source, `"${name}" is a snake on a server: set its options there.`).faults;
}
