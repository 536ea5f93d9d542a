/** Requests for tests: complete, and with what a test is about put over them. */
import type { Coordinate, GameRequest, Snake } from '../../src/wire/resources.js';
import { readRequest } from '../../src/wire/reader.js';

/** What a test says of a snake; the rest is as engines send it. */
export type SnakeSketch = Partial<Omit<Snake, 'body'>> & {
  readonly id: string;
  readonly body: readonly (readonly number[])[];
};

export interface RequestSketch {
  readonly turn?: number;
  readonly game?: string;
  readonly ruleset?: string;
  readonly version?: string;
  readonly timeout?: number;
  readonly width?: number;
  readonly height?: number;
  readonly food?: readonly (readonly number[])[];
  readonly hazards?: readonly (readonly number[])[];
  /** The first is `you` unless told otherwise. */
  readonly snakes?: readonly SnakeSketch[];
  readonly you?: string;
}

const ALONE: SnakeSketch = { id: 'me', body: [[5, 5], [5, 4], [5, 3]] }; // prettier-ignore

export function sketchRequest(sketch: RequestSketch = {}): GameRequest {
  const snakes = (sketch.snakes ?? [ALONE]).map(toSnake);
  const you = snakes.find(({ id }) => id === sketch.you) ?? snakes[0];
  return readRequest({
    game: {
      id: sketch.game ?? 'game',
      ruleset: { name: sketch.ruleset ?? 'standard', version: sketch.version ?? 'cli' },
      timeout: sketch.timeout ?? 500,
    },
    turn: sketch.turn ?? 0,
    board: {
      width: sketch.width ?? 11,
      height: sketch.height ?? 11,
      food: cells(sketch.food),
      hazards: cells(sketch.hazards),
      snakes,
    },
    you: structuredClone(you),
  });
}

function toSnake({ body, ...rest }: SnakeSketch) {
  return { health: 90, ...rest, body: cells(body), head: cells(body)[0], length: body.length };
}

function cells(list: readonly (readonly number[])[] = []): Coordinate[] {
  return list.map(([x, y]) => ({ x: x!, y: y! }));
}
