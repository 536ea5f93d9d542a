/** A request as a runner gets it. Made by `mounted-snake.ts`. */
import { toCanonical } from '../../wire/canonical.js';
import type { GameRequest } from '../../wire/resources.js';
import type { Arrival } from '../mount.js';
import type { LastTurn } from '../strategy/contract.js';
import type { TurnJob } from '../strategy/runner.js';
import type { LiveGame } from './live-game.js';

/** Leaves the text to the arrival: see {@link Arrival.text}. */
class ArrivedTurn implements TurnJob {
  readonly key: string;
  readonly request: GameRequest;
  readonly lastTurn: LastTurn | undefined;
  readonly isPlayed: boolean;
  onLateNote: TurnJob['onLateNote'];
  readonly #arrival: Arrival;

  constructor({ key, lastTurn, isPlayed }: LiveGame, request: GameRequest, arrival: Arrival) {
    this.key = key;
    this.request = request;
    this.lastTurn = lastTurn;
    this.isPlayed = isPlayed;
    this.#arrival = arrival;
  }

  get text(): string {
    return this.#arrival.text;
  }
}

/** The job for a strategy: a request of a game, with its dead snakes taken off the board. */
export function toJob(game: LiveGame, request: GameRequest, arrival: Arrival): TurnJob {
  return new ArrivedTurn(game, toCanonical(request, game.dead), arrival);
}
