/** Bodies of `/move` as a real game sends them, so that the host has all the work that it has in play. */
import { readFileSync } from 'node:fs';
import { fixture } from '../../support/fixtures.js';

interface RecordedBody {
  game: { id: string; ruleset: { name: string }; timeout: number };
  turn: number;
  board: { height: number; snakes: ConformanceSnake[] };
  you: ConformanceSnake;
}

interface ConformanceSnake {
  latency: string;
  head: { x: number; y: number };
  body: { x: number; y: number }[];
}

/** All turns have the same number of digits, so that all bodies have the same length. */
const FIRST_TURN = 1000;
const LAST_TURN = 9999;
const ID = 'bench-0000-0000-0000-000000000000000';

let games = 0;

/**
 * An endless series of games, made from a recorded body of 2 KB: the board wraps, and on every turn all snakes go up.
 * So a snake that answers `up` sees its answers used, with a latency of 21 ms.
 *
 * The parts of the bodies are made beforehand, because making JSON would keep the load generator busy. The tests' snake
 * that really walks is `WalkingSnake`.
 */
export class MoveBodies {
  readonly #parts: readonly (readonly string[])[];
  #turn = FIRST_TURN;
  id = nextId();
  /** The body that {@link next} returned last. */
  last = '';

  /** @param timeout time that the engine allows for an answer, in ms. */
  constructor(timeout = 500) {
    const text = readFileSync(fixture('requests/standard-move-7.json'), 'utf8');
    const { height } = (JSON.parse(text) as RecordedBody).board;
    this.#parts = Array.from({ length: height }, (_, steps) => split(JSON.parse(text) as RecordedBody, steps, timeout));
  }

  /** Whether the next turn belongs to another game. */
  get isOver(): boolean {
    return this.#turn >= LAST_TURN;
  }

  next(): string {
    if (this.isOver) [this.#turn, this.id] = [FIRST_TURN, nextId()];
    const turn = this.#turn++;
    const [first, second, third] = this.#parts[turn % this.#parts.length]!;
    return (this.last = first! + this.id + second! + turn + third!);
  }
}

/** Splits the body, moved up by `steps`, into the text before, between and after the game's id and the turn. */
function split(body: RecordedBody, steps: number, timeout: number): string[] {
  const { game, board, you } = body;
  for (const snake of [...board.snakes, you]) {
    snake.latency = '21';
    for (const cell of [snake.head, ...snake.body]) cell.y = (cell.y + steps) % board.height;
  }
  game.id = ID;
  game.ruleset.name = 'wrapped';
  game.timeout = timeout;
  body.turn = FIRST_TURN;
  return JSON.stringify(body).split(new RegExp(`${ID}|(?<="turn":)${FIRST_TURN}`));
}

function nextId(): string {
  return ID.slice(0, -8) + String(++games).padStart(8, '0');
}
