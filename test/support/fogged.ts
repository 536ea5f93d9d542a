/** Puts fog of war over the requests of an engine that removes the dead, as events that play with it describe it. */
import { cellAt, stepsApart, type Grid } from '../../src/rules/cells.js';
import type { Coordinate } from '../../src/rules/types.js';
import type { SentRequest } from './wild-games.js';

type Json = Record<string, unknown>;
type Cell = Coordinate | null;

interface SentSnake extends Json {
  readonly id: string;
  readonly body: readonly Coordinate[];
}

interface SentBody {
  readonly game: { readonly ruleset: Json & { readonly settings: Json } };
  readonly turn: number;
  readonly board: Json & Grid & { readonly food: readonly Coordinate[]; readonly snakes: readonly SentSnake[] };
  readonly you: SentSnake;
}

/** The fog that one snake plays in. It remembers who was there, and which food is not new. */
export class Fog {
  readonly #radius: number;
  readonly #seen = new Map<string, SentSnake>();
  #food = new Set<string>();

  /** @param radius steps from the head to the farthest cell that is seen. */
  constructor(radius: number) {
    this.#radius = radius;
  }

  /** The body as an engine with fog sends it. The own snake is always seen. */
  over(text: string): string {
    const { game, board, you, ...rest } = JSON.parse(text) as SentBody;
    const { settings, ...ruleset } = game.ruleset;
    const wraps = String(ruleset['name']).startsWith('wrapped');
    const at = ({ x, y }: Coordinate) => cellAt(board, x, y);
    const sees = (cell: Coordinate) => stepsApart(board, wraps, at(you.body[0]!), at(cell)) <= this.#radius;
    const snakes = board.snakes.map((snake) => (snake.id === you.id ? snake : hide(snake, sees)));
    const food = board.food.filter((cell) => sees(cell) || !this.#food.has(JSON.stringify(cell)));
    this.#food = new Set(board.food.map((cell) => JSON.stringify(cell)));
    const dead = [...this.#seen.values()].filter(({ id }) => board.snakes.every((snake) => snake.id !== id));
    for (const snake of board.snakes) this.#seen.set(snake.id, snake);
    const gone = dead.map(({ id }) => ({ id, ...HIDDEN, elimination: { cause: 'unknown' } }));
    return JSON.stringify({
      ...rest,
      game: { ...game, ruleset: { ...ruleset, settings: { ...settings, viewRadius: this.#radius } } },
      board: { ...board, food, snakes, dead_snakes: gone },
      you,
    });
  }
}

const HIDDEN = { health: null, length: null, head: null, body: [] };

/** The health and length of a snake are seen with its head; one null stands for several hidden cells in a row. */
function hide({ body, ...snake }: SentSnake, sees: (cell: Coordinate) => boolean): Json {
  const cells = body.map((cell): Cell => (sees(cell) ? cell : null));
  if (cells.every((cell) => cell === null)) return { ...snake, ...HIDDEN };
  const head = cells[0] ?? null;
  const shown = cells.filter((cell, index) => cell !== null || cells[index - 1] !== null);
  return { ...snake, body: shown, head, length: shown.length, ...(head === null && { health: null }) };
}

/** All requests to one snake, fogged. */
export function fogged(sent: readonly SentRequest[], radius: number): SentRequest[] {
  const fog = new Fog(radius);
  return sent.map(({ action, body }) => ({ action, body: fog.over(body) }));
}
