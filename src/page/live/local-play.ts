/** Local games for the page of a host: one at a time, kept like an engine's games. Called by the page's routes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostConfig, type SnakeConfig, serverOf } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import type { JournalEvent } from '../../journal/journal-event.js';
import type { PlayFrom, PlayRequest, PlayStart } from '../../views/live.js';
import type { PlayOptions } from '../../arena/game/play-options.js';
import type { NoStart, RecordedStart } from '../../recorded/find-start.js';
import type { Direction } from '../../rules/types.js';
import { mountApart } from '../../snakes/mount-snake.js';
import type { MountedSnake } from '../../snakes/mounted-snake.js';
import { LocalSnake } from '../../arena/snakes/local-snake.js';

const MAX_TURNS = 1000;

interface LocalPlayDeps {
  readonly config: () => HostConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly record: (event: JournalEvent) => void;
  /** Finds a turn of the journal. */
  readonly findStart: (from: PlayFrom) => Promise<RecordedStart | NoStart | undefined>;
  /** A game has ended with a bug. */
  readonly failed: (bug: unknown) => void;
}

interface PlannedGame {
  readonly options: Partial<PlayOptions>;
  /** By seat. */
  readonly squads?: readonly string[];
  readonly forced?: { readonly seat: number; readonly move: Direction } | undefined;
}

/** Replaces the first answer of a snake. It is asked all the same, so that it knows the turn. */
function beginWith(first: Direction, snake: LocalSnake): void {
  const move = snake.move.bind(snake);
  snake.move = async (request) => {
    snake.move = move;
    return { ...(await move(request)), move: first };
  };
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
      const planned = await this.#plan(request);
      for (const prefix of new Set(request.snakes)) mounts.set(prefix, await this.#mount(prefix));
      const game = randomUUID();
      this.#playing = this.#play(request, planned, mounts, game, stop.signal).catch(this.#deps.failed).finally(finish);
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

  /** Throws an error with the reason if the game cannot be played. */
  async #plan({ snakes, size, from }: PlayRequest): Promise<PlannedGame> {
    if (size !== undefined) {
      const ruleset = snakes.length === 1 ? 'solo' : 'standard';
      return { options: { ruleset, width: size, height: size, maxTurns: MAX_TURNS } };
    }
    const start = await this.#deps.findStart(from);
    if (start === undefined) throw new Error(`no game "${from.game}" is kept`);
    if ('refusal' in start) throw new Error(`the game ${start.refusal}`);
    // Finding hazards that fit takes seconds.
    if (start.hazards.some(([, cells]) => cells.length > 0))
      throw new Error('the board has hazards. "serpentarium play --from" can continue it');
    const { continueRecorded, recordedSettings } = await import('../../arena/game/continue-game.js');
    const continued = continueRecorded(start, recordedSettings(start, from.turn + MAX_TURNS));
    if (continued === undefined) throw new Error(`the game is over on turn ${from.turn}`);
    const { game, squads, from: position } = continued;
    const living = continued.snakes.map(({ id }) => id);
    if (living.length !== snakes.length) throw new Error(`${living.length} snakes live on turn ${from.turn}`);
    const forced = from.move && { seat: living.indexOf(start.request.you.id), move: from.move };
    return { options: { ...game, from: position }, squads: squads.names, forced };
  }

  async #play(
    { snakes, pause }: PlayRequest,
    { options, squads, forced }: PlannedGame,
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
      const snake = new LocalSnake(mount);
      if (seat === forced?.seat) beginWith(forced.move, snake);
      return {
        snake,
        name: again === 0 ? mount.name : `${mount.name} ${again + 1}`,
        squad: squads?.[seat] ?? '',
      };
    });
    await play({
      ...options,
      participants,
      seed: game,
      ids: { ...createIds(game, snakes.length), game },
      source: LOCAL_SOURCE,
      watchers: [{ played: () => sleep(pause, undefined, { signal }).catch(() => undefined) }],
      signal,
    });
  }
}
