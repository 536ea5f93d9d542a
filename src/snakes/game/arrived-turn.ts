/** A request as a runner gets it. Made by `mounted-snake.ts` for the snake, and again for its shadow. */
import { toCanonical } from '../../wire/canonical.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import type { Arrival } from '../mount.js';
import type { LastTurn } from '../strategy/contract.js';
import type { TurnJob } from '../strategy/runner.js';
import type { LiveGame } from './live-game.js';

const NOBODY: readonly string[] = [];

/**
 * A request of a game, with its dead snakes off the board. It makes the request canonical when it is first read. The
 * text is made by the arrival: see {@link Arrival.text}.
 */
export class ArrivedTurn implements TurnJob {
  readonly key: string;
  readonly dead: readonly string[];
  readonly lastTurn: LastTurn | undefined;
  onLateNote: TurnJob['onLateNote'];
  readonly #arrival: Arrival;
  #request: GameRequest | undefined;
  #isCanonical = false;

  /** @param request taken over. A shadow has none: it parses the text again, because the base may change its copy. */
  constructor({ key, dead, lastTurn }: LiveGame, arrival: Arrival, request?: GameRequest) {
    this.key = key;
    this.dead = dead.size === 0 ? NOBODY : [...dead];
    // No answer of a shadow is ever sent.
    this.lastTurn = request && lastTurn;
    this.#arrival = arrival;
    this.#request = request;
  }

  get request(): GameRequest {
    const request = (this.#request ??= parseRequest(this.text));
    if (!this.#isCanonical) toCanonical(request, this.dead);
    this.#isCanonical = true;
    return request;
  }

  get via(): string | undefined {
    return this.#arrival.via;
  }

  get text(): string {
    return this.#arrival.text;
  }
}
