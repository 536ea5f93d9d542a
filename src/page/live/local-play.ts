/** Local games for the page of a host: one at a time, kept like an engine's games. Called by the page's routes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostConfig, type SnakeConfig, serverOf } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import type { JournalEvent } from '../../journal/journal-event.js';
import type { PlayRequest, PlayStart } from '../../views/live.js';
import { mountApart } from '../../snakes/mount-snake.js';
import type { MountedSnake } from '../../snakes/mounted-snake.js';
import { LocalSnake } from '../../arena/snakes/local-snake.js';

const MAX_TURNS = 1000;

interface LocalPlayDeps {
  readonly config: () => HostConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly record: (event: JournalEvent) => void;
  /** A game has ended with a bug. */
  readonly failed: (bug: unknown) => void;
}

/**
 * Owns the game in progress and its snakes.
 *
 * Guarantees that games of engines are not affected: its snakes have separate processes of the lowest priority, and
 * share neither the schedule of the cores nor the measured network latency.
 */
export class LocalPlay {
  readonly #deps: LocalPlayDeps;
  #stop: AbortController | undefined;
  #playing: Promise<void> = Promise.resolve();

  constructor(deps: LocalPlayDeps) {
    this.#deps = deps;
  }

  /** The snakes that can play: the server behind an upstream may be playing for an engine, so those cannot. */
  get snakes(): readonly SnakeConfig[] {
    return this.#deps.config().snakes.filter(({ source }) => serverOf(source) === undefined);
  }

  /** Resolves when the snakes are ready; the game then continues without its caller. */
  async start(request: PlayRequest): Promise<PlayStart> {
    if (this.#stop !== undefined) return { kind: 'busy' };
    const stop = (this.#stop = new AbortController());
    const mounts = new Map<string, MountedSnake>();
    const finish = async () => {
      await Promise.all([...mounts.values()].map((mount) => mount.close()));
      this.#stop = undefined;
    };
    try {
      for (const prefix of new Set(request.snakes)) mounts.set(prefix, await this.#mount(prefix));
      const game = randomUUID();
      this.#playing = this.#play(request, mounts, game, stop.signal).catch(this.#deps.failed).finally(finish);
      return { kind: 'started', game };
    } catch (thrown) {
      await finish();
      return { kind: 'refused', reason: messageOf(thrown) };
    }
  }

  /** Ends the game in progress, if there is one. Resolves when its snakes' processes have exited. */
  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#playing;
  }

  async #mount(prefix: string): Promise<MountedSnake> {
    const config = this.snakes.find((snake) => snake.prefix === prefix);
    if (config === undefined) throw new Error(`no snake "${prefix}" can play here`);
    const { config: hostConfig, env, record } = this.#deps;
    return mountApart({ ...config, overhead: 0 }, { env, server: hostConfig().server, record });
  }

  async #play(
    { snakes, size, pause }: PlayRequest,
    mounts: ReadonlyMap<string, MountedSnake>,
    game: string,
    signal: AbortSignal,
  ): Promise<void> {
    // Only a host that plays needs the rules.
    const [{ play }, { createIds }] = await Promise.all([
      import('../../arena/game/play.js'),
      import('../../arena/game/play-options.js'),
    ]);
    const participants = snakes.map((prefix, seat) => {
      const mount = mounts.get(prefix)!;
      const again = snakes.slice(0, seat).filter((other) => other === prefix).length;
      return { snake: new LocalSnake(mount), name: again === 0 ? mount.name : `${mount.name} ${again + 1}` };
    });
    await play({
      participants,
      ruleset: snakes.length === 1 ? 'solo' : 'standard',
      width: size,
      height: size,
      maxTurns: MAX_TURNS,
      seed: game,
      ids: { ...createIds(game, snakes.length), game },
      source: LOCAL_SOURCE,
      watchers: [{ played: () => sleep(pause, undefined, { signal }).catch(() => undefined) }],
      signal,
    });
  }
}
