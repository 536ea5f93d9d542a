/** Turns a game from a file into what an autopsy needs to know. Called by `autopsy`. */
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { DIRECTIONS, type Coordinate } from '../../rules/types.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import type { FileTurn, RecordingFile } from './game-file.js';

/** The game as `snake` played it until it died; without a cause if it did not. */
export function toAutopsyInput({ turns }: RecordingFile, snake: Snake): AutopsyInput {
  const asked = turns.flatMap((turn) => {
    const you = turn.request.board.snakes.find(({ id }) => id === snake.id);
    const move = DIRECTIONS.find((direction) => direction === turn.moves[snake.id]);
    return you === undefined || move === undefined ? [] : [{ turn, you, move }];
  });
  const last = asked.at(-1);
  const death = last?.turn.deaths.find(({ id }) => id === snake.id);
  const next = last && turns[turns.indexOf(last.turn) + 1];
  const names = new Map(turns[0].request.board.snakes.map(({ id, name }) => [id, name]));
  const killer = death?.by === undefined ? undefined : names.get(death.by);
  return {
    you: snake.id,
    ...(death && { died: death.turn }),
    list: asked.map(({ turn: { request }, you, move }) => {
      return { turn: request.turn, body: JSON.stringify({ ...request, you }), answer: { move } };
    }),
    ...(death?.cause !== undefined && { cause: death.cause }),
    ...(killer !== undefined && { killer }),
    ...(last && next && { end: JSON.stringify(toEnd(next.request, last.turn, last.you)) }),
  };
}

/** The snakes that died on a turn, where their last step took them. */
export function diedOn({ request, moves, deaths }: FileTurn): Snake[] {
  return deaths.flatMap(({ id }) => {
    const snake = request.board.snakes.find((each) => each.id === id);
    return snake === undefined ? [] : [stepOn(request, snake, moves[id] ?? '')];
  });
}

/** The board after a turn as an `/end`, with those that died on it where their last step took them. */
function toEnd(next: GameRequest, turn: FileTurn, you: Snake): GameRequest {
  const died = diedOn(turn);
  const living = next.board.snakes.filter(({ id }) => died.every((snake) => snake.id !== id));
  const snakes = [...living, ...died];
  return { ...next, board: { ...next.board, snakes }, you: snakes.find(({ id }) => id === you.id) ?? you };
}

const STEPS: Readonly<Record<string, Coordinate>> = {
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The snake one step on, and one turn hungrier. */
function stepOn({ game, board: { width, height } }: GameRequest, snake: Snake, move: string): Snake {
  const { x, y } = STEPS[move] ?? STEPS['up']!;
  const head = { x: snake.body[0]!.x + x, y: snake.body[0]!.y + y };
  const wraps = game.ruleset.name.startsWith('wrapped');
  const target = wraps ? { x: (head.x + width) % width, y: (head.y + height) % height } : head;
  const health = Math.max(0, snake.health - 1);
  return { ...snake, head: target, health, body: [target, ...snake.body.slice(0, -1)] };
}
