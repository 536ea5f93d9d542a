/** Bodies of `/move` as a game in progress sends them, so that the host has all the work it has in play. */
import { readFileSync } from 'node:fs';
import { fixture } from '../../support/fixtures.js';

interface Position {
  game: { id: string; ruleset: { name: string }; timeout: number };
  turn: number;
  board: { height: number; snakes: Walker[] };
  you: Walker;
}
interface Walker {
  latency: string;
  head: { x: number; y: number };
  body: { x: number; y: number }[];
}

/** Every turn has as many digits, so that every body has the same length. */
const FIRST_TURN = 1000;
const LAST_TURN = 9999;
const ID = 'bench-0000-0000-0000-000000000000000';

export interface WalkingTerms {
  /** What the engine allows for an answer, in ms. */
  readonly timeout?: number;
  /** Turns until the next game begins. */
  readonly turns?: number;
}

let games = 0;

/**
 * The recorded body of 2 KB, on a board without edges where all snakes go up: whoever answers `up` sees his answers used
 * and the engine report a latency of 21 ms. Every game has an id of its own.
 */
export class WalkingGame {
  readonly #parts: readonly (readonly string[])[];
  readonly #turns: number;
  #turn = FIRST_TURN;
  id = nextId();
  /** The body given last. */
  last = '';

  constructor({ timeout = 500, turns = LAST_TURN - FIRST_TURN }: WalkingTerms = {}) {
    const text = readFileSync(fixture('requests/standard-move-7.json'), 'utf8');
    const { height } = (JSON.parse(text) as Position).board;
    this.#parts = Array.from({ length: height }, (_, steps) => split(JSON.parse(text) as Position, steps, timeout));
    this.#turns = turns;
  }

  /** Whether the next turn is another game's. */
  get isOver(): boolean {
    return this.#turn >= FIRST_TURN + this.#turns;
  }

  /** The body of the next turn. */
  next(): string {
    if (this.isOver) [this.#turn, this.id] = [FIRST_TURN, nextId()];
    const turn = this.#turn++;
    const [first, second, third] = this.#parts[turn % this.#parts.length]!;
    return (this.last = first! + this.id + second! + turn + third!);
  }
}

/** The text before, between and after the game's id and the turn's number. */
function split(position: Position, steps: number, timeout: number): string[] {
  const { game, board, you } = position;
  for (const snake of [...board.snakes, you]) {
    snake.latency = '21';
    for (const cell of [snake.head, ...snake.body]) cell.y = (cell.y + steps) % board.height;
  }
  game.id = ID;
  game.ruleset.name = 'wrapped';
  game.timeout = timeout;
  position.turn = FIRST_TURN;
  return JSON.stringify(position).split(new RegExp(`${ID}|(?<="turn":)${FIRST_TURN}`));
}

function nextId(): string {
  return ID.slice(0, -8) + String(++games).padStart(8, '0');
}
