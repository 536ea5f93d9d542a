/** A live experiment: one URL, two mounted snakes, and a share of the games for each. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExperimentConfig } from '../config/types.js';
import type { Assignment } from '../journal/journal-event.js';
import type { GameRequest } from '../wire/resources.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { FindSide, Guard } from './guards.js';
import type { Arrival, ClosableMount, MountStatus } from './mount.js';

/** An experiment in which the candidate plays a share of the games: `split`, from 0 to 1. */
export type SplitExperiment = ExperimentConfig & { readonly split: number };

/** Longest wait for the side of a game that another host or run has begun, in ms, so that the answer is in time. */
const RECALL_MS = 50;

type Sides = Readonly<Record<Assignment['variant'], ClosableMount>>;

/**
 * Owns the two snakes of an experiment, each with its own games and child processes.
 *
 * Guarantees that each game is played by one of them from start to end: whatever happens to the share, and as long as
 * the journal can be read, after every restart and on every host. Never reads results: the report compares them.
 */
export class Experiment implements ClosableMount {
  readonly prefix: string;
  readonly name: string;
  readonly #config: SplitExperiment;
  readonly #snakes: Sides;
  readonly #guard: Pick<Guard, 'share'>;
  readonly #findSide: FindSide;

  /** @param guard has the candidate's share of new games. */
  constructor(
    config: SplitExperiment,
    snakes: Sides,
    guard: Pick<Guard, 'share'> = { share: config.split },
    findSide: FindSide = () => Promise.resolve(undefined),
  ) {
    this.prefix = config.prefix;
    this.name = config.name;
    this.#config = config;
    this.#snakes = snakes;
    this.#guard = guard;
    this.#findSide = findSide;
  }

  /** The info of the base: engines and opponents see one snake. */
  get info(): InfoResponse {
    return this.#snakes.base.info;
  }

  isPlaying(request: GameRequest): boolean {
    return Object.values(this.#snakes).some((snake) => snake.isPlaying(request));
  }

  start(request: GameRequest, arrival: Arrival): void {
    this.#snakeFor(request).start(request, arrival);
  }

  async answer(request: GameRequest, arrival: Arrival): Promise<Answer> {
    const isElsewhere = request.turn > 0 && !this.isPlaying(request);
    const side = isElsewhere ? await this.#recall(request) : undefined;
    return this.#snakeFor(request, side).answer(request, arrival);
  }

  end(request: GameRequest, arrival: Arrival): void {
    this.#snakeFor(request).end(request, arrival);
  }

  leave(request: GameRequest, arrival: Arrival): boolean {
    return this.#snakeFor(request).leave(request, arrival);
  }

  status(): MountStatus {
    const [base, candidate] = [this.#snakes.base.status(), this.#snakes.candidate.status()];
    const upstreams = [...(base.upstreams ?? []), ...(candidate.upstreams ?? [])];
    return {
      prefix: this.prefix,
      name: this.name,
      strategy: `${this.#config.base} or ${this.#config.candidate}`,
      isolation: base.isolation,
      ...addCores(base, candidate),
      live: base.live + candidate.live,
      games: [...base.games, ...candidate.games],
      children: [...base.children, ...candidate.children],
      ...(upstreams.length > 0 && { upstreams }),
    };
  }

  abandonGames(): void {
    for (const snake of Object.values(this.#snakes)) snake.abandonGames();
  }

  async close(): Promise<void> {
    await Promise.all([this.#snakes.base.close(), this.#snakes.candidate.close()]);
  }

  /** A game stays with the snake that plays it, whatever the share is meanwhile; else with the `recalled` side. */
  #snakeFor(request: GameRequest, recalled?: Assignment['variant']): ClosableMount {
    const { base, candidate } = this.#snakes;
    if (base.isPlaying(request)) return base;
    if (candidate.isPlaying(request)) return candidate;
    const { game, you } = request;
    return this.#snakes[recalled ?? chooseVariant({ name: this.name, split: this.#guard.share }, game.id, you.id)];
  }

  /** The side of a game that another host or run has begun; `undefined` if it is unknown, or takes too long to find. */
  #recall({ game, you }: GameRequest): Promise<Assignment['variant'] | undefined> {
    const late = wait(Math.min(RECALL_MS, game.timeout / 10), undefined, { ref: false });
    // A journal that cannot be read has been reported already.
    const found = this.#findSide({ snake: this.prefix, game: game.id, you: you.id }).catch(() => undefined);
    return Promise.race([found, late]);
  }
}

/** Adds up what both snakes use of the host's cores. */
function addCores(base: MountStatus, candidate: MountStatus): Pick<MountStatus, 'cpuBound' | 'waiting'> {
  const { cpuBound, waiting } = candidate;
  if (base.cpuBound === undefined) return cpuBound === undefined ? {} : { cpuBound, waiting: waiting ?? 0 };
  return { cpuBound: base.cpuBound + (cpuBound ?? 0), waiting: (base.waiting ?? 0) + (waiting ?? 0) };
}

/**
 * The variant that plays a game. It depends only on the experiment's name and the two ids: the same in every process,
 * and random over the games.
 */
export function chooseVariant(
  { name, split }: Pick<SplitExperiment, 'name' | 'split'>,
  game: string,
  you: string,
): Assignment['variant'] {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, game, you]))
    .digest();
  return hash.readUIntBE(0, 6) / 2 ** 48 < split ? 'candidate' : 'base';
}
