/** Prepares the snakes that play a game, in the order in which the command line names them. Called by `play`. */
import type { Participant } from '../../arena/game/play-options.js';
import { Connections } from '../../exchange/connections.js';
import { requireAnswers } from '../../exchange/require-answers.js';
import { DIALECTS } from '../../arena/game/dialects.js';
import { LocalSnake } from '../../arena/snakes/local-snake.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import type { SnakeListener } from '../../snakes/snake-listener.js';
import { distinctNames, mountNamed, nameOfUrl } from '../resolve-snakes.js';

/** A seat at the game: a strategy's name or a prefix, or a snake on a server and the name it plays under. */
export type SeatName = string | { readonly url: URL; readonly name?: string | undefined };

export interface ReadyParticipants {
  /** By seat. */
  readonly participants: readonly Participant[];
  readonly warnings: readonly string[];
  /** Ends the strategies and the connections. */
  close(): Promise<void>;
}

/**
 * Mounts the local snakes and connects to the others. A snake that is named twice is mounted once and takes two seats.
 * Throws a `UsageError` with everything that is wrong, URLs that nobody answers among it; then nothing is left
 * running.
 *
 * @param config path of the YAML file; read only if a local snake is named.
 */
export async function prepareParticipants(
  seats: readonly SeatName[],
  { config, events }: { readonly config: string; readonly events: SnakeListener },
): Promise<ReadyParticipants> {
  await requireAnswers(seats.flatMap((seat) => (typeof seat === 'string' ? [] : { source: '--url', url: seat.url })));
  const connections = new Connections();
  const names = [...new Set(seats.filter((seat) => typeof seat === 'string'))];
  const locals = names.map((name) => ({ source: '--snake', name }));
  const { snakes, warnings } = await mountNamed(locals, { config, events });
  const participants = seats.map((seat): Participant => {
    if (typeof seat === 'string') {
      const { mount } = snakes[names.indexOf(seat)]!;
      return { snake: new LocalSnake(mount), name: mount.name };
    }
    const { url, name = nameOfUrl(url) } = seat;
    return { snake: new RemoteSnake({ url, dialect: DIALECTS.serpentarium, connections }), name };
  });
  const distinct = distinctNames(participants.map(({ name }) => name));
  return {
    participants: participants.map((participant, seat) => ({ ...participant, name: distinct[seat]! })),
    warnings,
    async close() {
      connections.close();
      await Promise.all(snakes.map(({ mount }) => mount.close()));
    },
  };
}
