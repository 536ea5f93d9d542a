/** A live experiment: one URL, two mounted snakes, and a share of the games for each. */
import { createHash } from 'node:crypto';
import type { ExperimentConfig } from '../config/types.js';
import type { Assignment } from '../journal/journal-event.js';
import type { GameRequest } from '../wire/resources.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { Guard } from './guards.js';
import type { Arrival, ClosableMount, MountStatus } from './mount.js';

/** An experiment in which the candidate plays a share of the games: `split`, from 0 to 1. */
export type SplitExperiment = ExperimentConfig & { readonly split: number };

type Sides = Readonly<Record<Assignment['variant'], ClosableMount>>;

/**
 * Owns the two snakes of an experiment, each with its own games and child processes.
 *
 * Guarantees that each game is played by one of them from start to end, the same one after every restart of the host
 * unless a guard has stopped the candidate. Never reads results: the report compares them.
 */
export class Experiment implements ClosableMount {
  readonly prefix: string;
  readonly name: string;
  readonly #config: SplitExperiment;
  readonly #snakes: Sides;
  readonly #guard: Pick<Guard, 'isOpen'>;

  /** @param guard while it is not open, new games go to the base (default: it always is). */
  constructor(config: SplitExperiment, snakes: Sides, guard: Pick<Guard, 'isOpen'> = { isOpen: true }) {
    this.prefix = config.prefix;
    this.name = config.name;
    this.#config = config;
    this.#snakes = snakes;
    this.#guard = guard;
  }

  /** The info of the base: engines and opponents see one snake. */
  get info(): InfoResponse {
    return this.#snakes.base.info;
  }

  isPlaying(request: GameRequest): boolean {
    return this.#snakeFor(request).isPlaying(request);
  }

  start(request: GameRequest, arrival: Arrival): void {
    this.#snakeFor(request).start(request, arrival);
  }

  answer(request: GameRequest, arrival: Arrival): Promise<Answer> {
    return this.#snakeFor(request).answer(request, arrival);
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

  /** A game stays with the snake that plays it, whatever the guard does meanwhile. */
  #snakeFor(request: GameRequest): ClosableMount {
    const { base, candidate } = this.#snakes;
    const { game, you } = request;
    if (chooseVariant(this.#config, game.id, you.id) === 'base') return base;
    if (this.#guard.isOpen) return base.isPlaying(request) ? base : candidate;
    return candidate.isPlaying(request) ? candidate : base;
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
