/** Who plays: the snakes that a command line names, in the order in which it names them. */
import type { Participant } from '../../arena/game/game-options.js';
import { Connections } from '../../arena/players/exchange.js';
import { DIALECTS } from '../../arena/game/dialects.js';
import { LocalSnake } from '../../arena/players/local-snake.js';
import { RemoteSnake } from '../../arena/players/remote-snake.js';
import { chooseSnakes } from '../../config/choose-snakes.js';
import { readConfig } from '../../config/read-config.js';
import { UsageError, formatFault, type Fault } from '../../errors.js';
import { mountAll } from '../../mount-all.js';
import type { SnakeEvents } from '../../snakes/events.js';

/** One of the snakes named: a prefix or a strategy's name, or a URL with the name it plays under. */
export type Named =
  | { readonly kind: 'local'; readonly word: string }
  | { readonly kind: 'remote'; readonly url: URL; readonly name: string };

/** Snakes ready to play. */
export interface Entered {
  readonly entries: readonly Participant[];
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * Mounts what is to be mounted and enters everybody by seat. A snake named twice is mounted once and takes two seats.
 * Throws a {@link UsageError} with all that is wrong; then nothing is left running.
 *
 * @param config path of the YAML file; read only if a snake of this machine is named.
 */
export async function enterSnakes(
  named: readonly Named[],
  { config, events }: { readonly config: string; readonly events: SnakeEvents },
): Promise<Entered> {
  const words = [...new Set(named.flatMap((one) => (one.kind === 'local' ? [one.word] : [])))];
  const mounted = await mountWords(words, config, events);
  const connections = new Connections();
  const entries = named.map((one): Participant => {
    if (one.kind === 'local') {
      const mount = mounted.snakes[words.indexOf(one.word)]!;
      return { snake: new LocalSnake(mount), name: mount.name };
    }
    const { url, name } = one;
    return { snake: new RemoteSnake({ url, dialect: DIALECTS.serpentarium, connections }), name };
  });
  return {
    entries: withOwnNames(entries),
    warnings: mounted.warnings.map(formatFault),
    async close() {
      connections.close();
      await Promise.all(mounted.snakes.map((snake) => snake.close()));
    },
  };
}

async function mountWords(
  words: readonly string[],
  config: string,
  events: SnakeEvents,
): Promise<Awaited<ReturnType<typeof mountAll>>> {
  if (words.length === 0) return { snakes: [], warnings: [] };
  // Where the host would listen is none of a local game's business.
  const { PORT: _, HOST: __, ...env } = process.env;
  const choice = chooseSnakes(readConfig(config, env), words);
  if ('loaded' in choice) return mountAll({ loaded: choice.loaded, env, events, load: () => 0 });
  throw new UsageError(choice.problems.map((message): Fault => ({ source: '--snake', message })));
}

/** The second of a name becomes `name 2`. */
function withOwnNames(entries: readonly Participant[]): Participant[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const count = (counts.get(entry.name) ?? 0) + 1;
    counts.set(entry.name, count);
    return count === 1 ? entry : { ...entry, name: `${entry.name} ${count}` };
  });
}
