/**
 * Requests for tests: recorded ones, as engines sent them, and sketched ones, in which a test states what it is about.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { GameRequest, Snake } from '../../src/wire/resources.js';
import { readRequest } from '../../src/wire/reader.js';
import { toCells, type CellsSketch } from './cells.js';

const directory = new URL('../../../test/fixtures/requests/', import.meta.url);

/** Names of all bodies: `game-command-turn`. */
export const REQUEST_NAMES: readonly string[] = readdirSync(directory).map((file) => file.replace('.json', ''));

/** A body as it arrived. */
export function requestText(name: string): string {
  return readFileSync(new URL(`${name}.json`, directory), 'utf8');
}

/** A body parsed: a fresh copy on each call. */
export function requestJson(name = 'standard-move-7'): Record<string, unknown> {
  return JSON.parse(requestText(name));
}

/** A body of an engine without fog of war as the reader completes it: engines do not send the hidden snakes. */
export function completeJson(name?: string): Record<string, unknown> {
  return withUnseen(requestJson(name));
}

export function withUnseen<Body extends { readonly board?: unknown }>(body: Body): Body {
  return { ...body, board: { ...(body.board as object), unseen: [] } };
}

/** A body as the host reads it. */
export function gameRequest(name = 'standard-move-7'): GameRequest {
  return readRequest(requestJson(name));
}

/** What a test states of a snake; the rest is as engines send it. */
export type SnakeSketch = Partial<Omit<Snake, 'body'>> & {
  readonly id: string;
  readonly body: CellsSketch;
};

/** What a test states of a request; the rest is as engines send it. */
export interface RequestSketch {
  readonly turn?: number;
  readonly game?: string;
  readonly ruleset?: string;
  readonly map?: string;
  readonly version?: string;
  /** Whether the snakes of a squad are eliminated together. */
  readonly shares?: boolean;
  readonly timeout?: number;
  readonly source?: string;
  readonly width?: number;
  readonly height?: number;
  readonly food?: CellsSketch;
  readonly hazards?: CellsSketch;
  /** The first one is `you` unless `you` names another. */
  readonly snakes?: readonly SnakeSketch[];
  readonly you?: string;
  /** Ids of the snakes that the engine has removed from the board. */
  readonly gone?: readonly string[];
}

const ALONE: SnakeSketch = { id: 'me', body: '5,5 5,4 5,3' };

export function sketchRequest(sketch: RequestSketch = {}): GameRequest {
  const snakes = (sketch.snakes ?? [ALONE]).map(toSnake);
  const you = snakes.find(({ id }) => id === sketch.you) ?? snakes[0];
  return readRequest({
    game: {
      id: sketch.game ?? 'game',
      ruleset: {
        name: sketch.ruleset ?? 'standard',
        version: sketch.version ?? 'cli',
        ...(sketch.shares && { settings: { squad: { sharedElimination: true } } }),
      },
      map: sketch.map ?? '',
      timeout: sketch.timeout ?? 500,
      ...(sketch.source !== undefined && { source: sketch.source }),
    },
    turn: sketch.turn ?? 0,
    board: {
      width: sketch.width ?? 11,
      height: sketch.height ?? 11,
      food: toCells(sketch.food),
      hazards: toCells(sketch.hazards),
      snakes: snakes.filter(({ id }) => !(sketch.gone ?? []).includes(id)),
    },
    you: structuredClone(you),
  });
}

function toSnake({ body, ...rest }: SnakeSketch) {
  const cells = toCells(body);
  return { health: 90, ...rest, body: cells, head: cells[0], length: cells.length };
}
