/** A snake as the arena sees it: something that is asked as an engine asks. Mounted here, or behind a URL. */
import type { Direction } from '../../rules/types.js';
import { toRequest, toRequestText, type Frame } from '../../wire/frame.js';
import type { Game, GameRequest, Snake } from '../../wire/resources.js';
import type { Answer, InfoResponse } from '../../wire/responses.js';

/** One request to one snake: a text for the network, an object for the same process; each is made when first looked at. */
export class SnakeRequest {
  readonly #game: Game;
  readonly #frame: Frame;
  readonly #you: Snake;
  #text: string | undefined;

  constructor(game: Game, frame: Frame, you: Snake) {
    this.#game = game;
    this.#frame = frame;
    this.#you = you;
  }

  /** The body as it is sent. */
  get text(): string {
    return (this.#text ??= toRequestText(this.#game, this.#frame, this.#you));
  }

  /** Time allowed for the answer, in ms. */
  get timeout(): number {
    return this.#game.timeout;
  }

  /** The body as an object of its own with each call: whoever takes it may change it. */
  toObject(): GameRequest {
    return toRequest(this.#game, this.#frame, this.#you);
  }
}

/** What came back for a move. */
export interface Reply {
  /** Absent where no answer that is a move came in time: the engine then repeats the last applied one. */
  readonly move: Direction | undefined;
  readonly shout: string;
  /** What the engine tells the snakes of it, in whole ms. */
  readonly latency: number;
  /** What people are shown, in ms. */
  readonly took: number;
  /** Why the move is the host's own and not the strategy's, where that is known. */
  readonly failure?: Exclude<Answer['kind'], 'moved'>;
  /** A sentence on what went wrong, be it that there is a move nevertheless. */
  readonly problem?: string;
}

/** Looks, as far as they are known, and what went wrong asking for them. */
export interface Introduction {
  readonly info: Partial<InfoResponse>;
  readonly problem?: string;
}

/**
 * A snake that games are played with. One may take several seats, in several games at once.
 *
 * Nothing here throws or rejects: what goes wrong is told. All but {@link ArenaSnake.move} settle within about the time
 * that the question allows, and resolve with what went wrong, if anything did.
 */
export interface ArenaSnake {
  introduce(timeout: number): Introduction | Promise<Introduction>;
  start(request: SnakeRequest): Promise<string | undefined> | undefined;
  move(question: SnakeRequest): Promise<Reply>;
  end(question: SnakeRequest): Promise<string | undefined> | undefined;
}
