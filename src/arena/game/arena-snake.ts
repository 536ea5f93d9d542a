/** A snake as the arena sees it, mounted in this process or behind a URL: something that takes an engine's requests. */
import type { Direction } from '../../rules/types.js';
import { toRequest, toRequestText, type Frame } from '../../wire/frame.js';
import type { Game, GameRequest, Snake } from '../../wire/resources.js';
import type { Answer, Fallback, InfoResponse } from '../../wire/responses.js';

/** A game in two forms. */
export interface EngineGame {
  /** Complete: for snakes in this process, and for watchers. */
  readonly game: Game;
  /** As the engine's dialect sends it, which may lack fields. */
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

  /** Time allowed for the answer, in ms. */
  get timeout(): number {
    return this.#announced.game.timeout;
  }

  /** The body as a new, complete object: it shares nothing with the game, so the receiver may change it. */
  toObject(): GameRequest {
    return toRequest(this.#announced.game, this.#frame, this.#you);
  }
}

export interface Reply {
  /** Absent if no valid move came in time: the engine then repeats the one applied last. */
  readonly move: Direction | undefined;
  readonly shout: string;
  /** The latency that the engine reports to the snakes, in whole ms. */
  readonly latency: number;
  /** The time it took, as shown to people, in ms. */
  readonly took: number;
  /** Why the move is the host's and not the strategy's, if that is known. */
  readonly failure?: Exclude<Answer['kind'], 'moved'>;
  /** With a failure: whose move it is. */
  readonly fallback?: Fallback;
  /** The strategy returned nothing: it left the turn to the host's safe move. */
  readonly isDelegated?: boolean | undefined;
  /** What went wrong, in one sentence. May be present together with a move. */
  readonly problem?: string;
  /** Whether the turn was one that it had pondered; absent if it had pondered none. */
  readonly found?: boolean | undefined;
}

/** What a snake answered to `GET`, and what went wrong, in one sentence. */
export interface Introduction {
  readonly info: Partial<InfoResponse>;
  readonly problem?: string;
}

/**
 * A snake that games are played with. One snake may take several seats, in several games at once.
 *
 * No method throws or rejects: what goes wrong is in the result. All but {@link ArenaSnake.move} settle within about
 * the time that the request allows, and resolve with a sentence on what went wrong, if anything did.
 */
export interface ArenaSnake {
  /** @param timeout in ms. */
  introduce(timeout: number): Introduction | Promise<Introduction>;
  start(request: SnakeRequest): Promise<string | undefined> | undefined;
  move(request: SnakeRequest): Promise<Reply>;
  /** Has it think on after this move, until the next turn of its game is due. Absent if it never does. */
  ponder?: ((request: SnakeRequest, move: Direction) => Promise<void>) | undefined;
  end(request: SnakeRequest): Promise<string | undefined> | undefined;
}
