/** Bodies of requests that engines really send, and that servers stumble over. Each is one of a game of its own. */
import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS } from '../../rules/settings.js';
import type { Coordinate, Direction } from '../../rules/types.js';
import type { EngineBody } from './engine-session.js';

/** What tells one body from another; the rest is a standard game that the snake plays alone. */
interface BodySketch {
  readonly turn: number;
  readonly side?: number;
  /** From head to tail. */
  readonly body: readonly Coordinate[];
  readonly hazards?: readonly Coordinate[];
  /** Bodies of the others that are shown. */
  readonly others?: readonly (readonly Coordinate[])[];
  /** Fields that nobody has heard of, added everywhere. */
  readonly extra?: object;
  readonly ruleset?: string;
  readonly map?: string;
}

/** A body as the public arena sends it. */
function toBody(sketch: BodySketch): EngineBody {
  const { turn, side = 11, hazards = [], others = [], extra = {}, ruleset = 'standard', map = '' } = sketch;
  const you = { ...toSnake('you', sketch.body, 90), ...extra };
  const rules = { name: ruleset, version: 'v1.0.0', settings: { ...DEFAULT_SETTINGS, ...extra }, ...extra };
  const food = [{ x: side - 1, y: Math.floor(side / 2), ...extra }];
  const snakes = [you, ...others.map((body, index) => toSnake(`other-${index}`, body, 80))];
  return {
    game: { id: `doctor-${randomUUID()}`, ruleset: rules, map, source: '', ...extra },
    turn,
    board: { height: side, width: side, food, hazards, snakes, ...extra },
    you,
  };
}

function toSnake(id: string, body: readonly Coordinate[], health: number): object {
  const customizations = { color: '#888888', head: 'default', tail: 'default' };
  const shown = { body, head: body[0], length: body.length };
  return { id, name: id, health, latency: '20', shout: '', squad: '', customizations, ...shown };
}

const IN_THE_MIDDLE: readonly Coordinate[] = [
  { x: 5, y: 5 },
  { x: 5, y: 4 },
  { x: 5, y: 3 },
];

/** A late turn in the largest body of the usual maps, about 170 kB: a long snake, and stacks of hazards. */
export function longBody(): EngineBody {
  const side = 19;
  const cells = Array.from({ length: side * side }, (_, index) => {
    const y = Math.floor(index / side);
    return { x: y % 2 === 0 ? index % side : side - 1 - (index % side), y };
  });
  const hazards = cells.slice(-60).flatMap((cell) => Array.from({ length: 180 }, () => cell));
  return toBody({ turn: 400, side, body: cells.slice(0, 120).toReversed(), hazards, map: 'snail_mode' });
}

/** Fields, a ruleset and a map that do not exist yet. */
export function unknownBody(): EngineBody {
  const extra = { addedLater: { deep: [1, null, 'text'] }, experimental: true };
  return toBody({ turn: 12, body: IN_THE_MIDDLE, extra, ruleset: 'not-yet-known', map: 'not-yet-known' });
}

/** A turn in the middle of a game that the snake plays alone. */
export function middleBody(): EngineBody {
  return toBody({ turn: 12, body: IN_THE_MIDDLE });
}

/** The end of a game for its snake, which has left the board: it has no health, and is not among the snakes. */
export function lostEndOf({ game, turn, board, you }: EngineBody): EngineBody {
  const { height } = board as { readonly height: number };
  const body = [height, height - 1, height - 2].map((y) => ({ x: 5, y }));
  const dead = { ...you, health: 0, body, head: body[0], length: body.length };
  return { game, turn: turn + 1, board: { ...board, snakes: [] }, you: dead };
}

/** A board on which one move alone survives: into the body of a snake that is dead. */
export interface CorpseBoard {
  readonly body: EngineBody;
  /** The move that survives. */
  readonly free: Direction;
}

/**
 * The public arena leaves the dead among the snakes, unmarked: their heads are off the board, their bodies no obstacle.
 * On each board, the way that is free is another one.
 */
export function corpseBoards(): readonly CorpseBoard[] {
  const across = [4, 3, 2, 1].map((x) => ({ x, y: 0 }));
  const upright = [4, 3, 2, 1].map((y) => ({ x: 10, y: 10 - y }));
  return [
    {
      free: 'up',
      body: toBody({ turn: 40, body: [{ x: 0, y: 0 }, ...across.toReversed()], others: [ends({ x: -1, y: 1 }, 1, 0)] }),
    },
    {
      free: 'left',
      body: toBody({
        turn: 40,
        body: [{ x: 10, y: 10 }, ...upright.toReversed()],
        others: [ends({ x: 9, y: 11 }, 0, -1)],
      }),
    },
  ];
}

/** A snake whose head has left the board: the rest of its body follows in one direction. */
function ends({ x, y }: Coordinate, right: number, up: number): readonly Coordinate[] {
  return Array.from({ length: 5 }, (_, index) => ({ x: x + index * right, y: y + index * up }));
}
