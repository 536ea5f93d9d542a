/** A live experiment: one URL, two mounted snakes. Each game goes wholly to one of them. */
import { createHash } from 'node:crypto';
import type { ExperimentConfig } from '../config/types.js';
import type { Assignment } from '../journal/journal-event.js';
import type { GameRequest } from '../wire/resources.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { Arrival, Mount, MountStatus } from './mount.js';

/** A snake that can be closed. */
export type Side = Mount & { close(): Promise<void> };
/** An experiment that deals games: its candidate gets a share of them. */
export type DealingConfig = ExperimentConfig & { readonly split: number };

export class Experiment implements Mount {
  readonly prefix: string;
  readonly name: string;
  /** The base's looks: engines and opponents see one snake. */
  readonly info: InfoResponse;
  readonly #config: DealingConfig;
  readonly #sides: Readonly<Record<Assignment['variant'], Side>>;

  constructor(config: DealingConfig, sides: Readonly<Record<Assignment['variant'], Side>>) {
    this.prefix = config.prefix;
    this.name = config.name;
    this.info = sides.base.info;
    this.#config = config;
    this.#sides = sides;
  }

  start(request: GameRequest, arrival: Arrival): void {
    this.#sideOf(request).start(request, arrival);
  }

  answer(request: GameRequest, arrival: Arrival): Promise<Answer> {
    return this.#sideOf(request).answer(request, arrival);
  }

  end(request: GameRequest, arrival: Arrival): void {
    this.#sideOf(request).end(request, arrival);
  }

  status(): MountStatus {
    const [base, candidate] = [this.#sides.base.status(), this.#sides.candidate.status()];
    return {
      prefix: this.prefix,
      name: this.name,
      strategy: `${this.#config.base} or ${this.#config.candidate}`,
      isolation: base.isolation,
      games: [...base.games, ...candidate.games],
      children: [...base.children, ...candidate.children],
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#sides.base.close(), this.#sides.candidate.close()]);
  }

  #sideOf({ game, you }: GameRequest): Side {
    return this.#sides[chooseVariant(this.#config, game.id, you.id)];
  }
}

/** Who plays a game: the same in every process and after every restart, and by chance over the games. */
export function chooseVariant({ name, split }: Pick<DealingConfig, 'name' | 'split'>, game: string, you: string) {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, game, you]))
    .digest();
  return hash.readUIntBE(0, 6) / 2 ** 48 < split ? 'candidate' : 'base';
}
