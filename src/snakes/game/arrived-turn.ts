/** A request as a runner gets it. Made by `mounted-snake.ts`. */
import { toCanonical } from '../../wire/canonical.js';
import type { GameRequest } from '../../wire/resources.js';
import type { Arrival } from '../mount.js';
import type { LastTurn } from '../strategy/contract.js';
import type { TurnJob } from '../strategy/runner.js';
import type { LiveGame } from './live-game.js';

/**
 * A request of a game, with its dead snakes off the board. It takes the request over, and makes it canonical when it is
 * first read. The text is made by the arrival: see {@link Arrival.text}.
 */
export class ArrivedTurn implements TurnJob {
  readonly key: string;
  readonly dead: readonly string[];
  readonly lastTurn: LastTurn | undefined;
  readonly isPlayed: boolean;
  onLateNote: TurnJob['onLateNote'];
  readonly #request: GameRequest;
  readonly #arrival: Arrival;
  #isCanonical = false;

  constructor({ key, dead, lastTurn, isPlayed }: LiveGame, request: GameRequest, arrival: Arrival) {
    this.key = key;
    this.dead = [...dead];
    this.lastTurn = lastTurn;
    this.isPlayed = isPlayed;
    this.#request = request;
    this.#arrival = arrival;
  }

  get request(): GameRequest {
    if (!this.#isCanonical) toCanonical(this.#request, new Set(this.dead));
    this.#isCanonical = true;
    return this.#request;
  }

  get text(): string {
    return this.#arrival.text;
  }
}
