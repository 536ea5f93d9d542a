/** A snake as the arena sees it, mounted in this process or behind a URL: it takes an engine's requests. */
import type { Direction } from '../../rules/types.js';
import { toRequest, toRequestText, type Frame } from '../../wire/frame.js';
import type { CleanNote } from '../../wire/note.js';
import type { Game, GameRequest, Snake } from '../../wire/resources.js';
import type { Answer, Fallback, InfoResponse } from '../../wire/responses.js';

/** A game in two forms. */
export interface EngineGame {
  /** Complete: for snakes in this process, and for watchers. */
  readonly game: Game;
  /** In the engine's dialect, which may lack fields. */
  readonly sentGame: object;
}

/**
 * One request to one snake: a string for the network, an object for the same process. The string is made when it is
 * first read, the object each time it is asked for.
 */
export class SnakeRequest {
  readonly #announced: EngineGame;
  readonly #frame: Frame;
  readonly #you: Snake;
  #text: string | undefined;

  constructor(announced: EngineGame, frame: Frame, you: Snake) {
    this.#announced = announced;
    this.#frame = frame;
    this.#you = you;
  }

  /** The body as JSON, with the fields that the dialect sends. */
  get text(): string {
    return (this.#text ??= toRequestText(this.#announced.sentGame, this.#frame, this.#you));
  }

  get timeout(): number {
    return this.#announced.game.timeout;
  }

  /** The body as a new, complete object: it shares nothing with the game, so the receiver may change it. */
  toObject(): GameRequest {
    return toRequest(this.#announced.game, this.#frame, this.#you);
  }
}

export interface Reply {
  /** Absent without a valid move in time: the engine then repeats the last one. */
  readonly move: Direction | undefined;
  readonly shout: string;
  readonly latency: number;
  /** The time it took, as shown to people, in ms. */
  readonly took: number;
  /** Why the host moved instead of the strategy, if known. */
  readonly failure?: Exclude<Answer['kind'], 'moved'>;
  /** With a failure: the kind of move. */
  readonly fallback?: Fallback;
  /** The strategy returned nothing, and the host made its safe move. */
  readonly isDelegated?: boolean | undefined;
  /** A fault, in one sentence. May be present together with a move. */
  readonly problem?: string;
  /** Whether `ponder` had expected the turn; absent if it did not run. */
  readonly found?: boolean | undefined;
  /** What the strategy noted, if its notes are kept. */
  readonly note?: CleanNote | undefined;
}

/** A snake's answer to `GET`, or its fault in one sentence. */
export interface Introduction {
  readonly info: Partial<InfoResponse>;
  readonly problem?: string;
}

/**
 * A snake that games are played with. One snake may take several seats, in several games at once.
 *
 * No method throws or rejects: faults are in the result. All but {@link ArenaSnake.move} settle within about the
 * timeout of the request, and resolve with a sentence about the fault, if any.
 */
export interface ArenaSnake {
  /** @param timeout in ms. */
  introduce(timeout: number): Introduction | Promise<Introduction>;
  start(request: SnakeRequest): Promise<string | undefined> | undefined;
  move(request: SnakeRequest): Promise<Reply>;
  /** Lets it ponder after this move, until the next turn of its game. Absent if it never ponders. */
  ponder?: ((request: SnakeRequest, move: Direction) => Promise<void>) | undefined;
  end(request: SnakeRequest): Promise<string | undefined> | undefined;
}
