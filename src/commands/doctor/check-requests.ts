/** Rare requests of engines that make servers fail. */
import type { Action } from '../../exchange/exchange.js';
import type { EngineBody, EngineSession, Trouble } from './engine-session.js';
import { bad, good, warn, type Finding } from './finding.js';
import { randomUUID } from 'node:crypto';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import { DEFAULT_SETTINGS } from '../../rules/settings.js';
import type { Coordinate, Direction } from '../../rules/types.js';

type Calls = readonly (readonly [Action, EngineBody])[];

/** The requests of each check, and what to do if one fails. */
const CHECKS: Readonly<Record<string, readonly [calls: () => Calls, remedy: string]>> = {
  'long body': [
    () => wholeGame(longBody()),
    'Take bodies of 6 MB at least: hazards in stacks and the shouts of others make them long.',
  ],
  'unknown fields': [
    () => wholeGame(unknownBody()),
    'Ignore fields, rulesets and maps that you do not know: engines add some from time to time.',
  ],
  'game without start': [
    () => wholeGame(middleBody()).slice(1),
    'Make the memory of a game on its first /move if there is none: after a restart no /start comes again.',
  ],
  'game played again': [
    () => gamePlayedAgain(middleBody()),
    'After a crash, the platform plays a game again from turn 0 with the same ids: begin its memory again.',
  ],
};

export async function checkRequests(session: EngineSession): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, [calls, remedy]] of Object.entries(CHECKS)) {
    let first: Trouble | undefined;
    for (const [action, body] of calls()) first ??= (await session.ask(action, body)).failure;
    findings.push(first === undefined ? good(check, 'answered') : bad(check, first.message, remedy));
  }
  return findings;
}

/** Whether the snake moves onto the place of a dead one if that is its only way out. */
export async function checkCorpse(session: EngineSession): Promise<Finding> {
  const check = 'dead snakes on the board';
  const wrongMoves: string[] = [];
  for (const [free, body] of Object.entries(corpseBoards())) {
    for (const [action, sent] of wholeGame(body)) {
      const { move, failure } = await session.ask(action, sent);
      if (failure !== undefined) return bad(check, failure.message, failure.remedy);
      if (action === 'move' && move !== free) wrongMoves.push(`${move} instead of ${free}`);
    }
  }
  if (wrongMoves.length === 0) return good(check, 'are no obstacle to it');
  return warn(
    check,
    `it moves ${wrongMoves.join(', ')}, to its death: it takes them for obstacles, or does not look ahead`,
    'The platform leaves dead snakes on the board, unmarked: leave out those with a head off the board or in a body.',
  );
}

function gamePlayedAgain(body: EngineBody): Calls {
  const first = { ...body, turn: 0 };
  const begun: Calls = [
    ['start', first],
    ['move', first],
    ['move', body],
  ];
  return [...begun, ...begun, ['move', body], ['end', lostEndOf(body)]];
}

function wholeGame(body: EngineBody): Calls {
  return [
    ['start', body],
    ['move', body],
    ['end', lostEndOf(body)],
  ];
}

/** The varying part of a body; the rest is a standard solo game. */
interface BodySketch {
  readonly turn: number;
  readonly side?: number;
  /** From head to tail. */
  readonly body: readonly Coordinate[];
  readonly hazards?: readonly Coordinate[];
  /** Bodies of the other snakes. */
  readonly others?: readonly (readonly Coordinate[])[];
  /** Invented fields, added everywhere. */
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
    game: { id: `doctor-${randomUUID()}`, ruleset: rules, map, source: LOCAL_SOURCE, ...extra },
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
function longBody(): EngineBody {
  const side = 19;
  const cells = Array.from({ length: side * side }, (_, index) => {
    const y = Math.floor(index / side);
    return { x: y % 2 === 0 ? index % side : side - 1 - (index % side), y };
  });
  const hazards = cells.slice(-60).flatMap((cell) => Array.from({ length: 180 }, () => cell));
  return toBody({ turn: 400, side, body: cells.slice(0, 120).toReversed(), hazards, map: 'snail_mode' });
}

/** Invented fields, ruleset and map. */
function unknownBody(): EngineBody {
  const extra = { addedLater: { deep: [1, null, 'text'] }, experimental: true };
  return toBody({ turn: 12, body: IN_THE_MIDDLE, extra, ruleset: 'not-yet-known', map: 'not-yet-known' });
}

/** A turn in the middle of a solo game. */
function middleBody(): EngineBody {
  return toBody({ turn: 12, body: IN_THE_MIDDLE });
}

/** The end of a game for its snake, which has left the board: it has no health, and is not in `board.snakes`. */
function lostEndOf({ game, turn, board, you }: EngineBody): EngineBody {
  const { height } = board as { readonly height: number };
  const body = [height, height - 1, height - 2].map((y) => ({ x: 5, y }));
  const dead = { ...you, health: 0, body, head: body[0], length: body.length };
  return { game, turn: turn + 1, board: { ...board, snakes: [] }, you: dead };
}

/**
 * Boards by the only move that survives: into the body of a dead snake. The public arena leaves dead snakes in the
 * list, unmarked: their heads are off the board, their bodies no obstacle.
 */
function corpseBoards(): Partial<Record<Direction, EngineBody>> {
  return {
    up: toBody({ turn: 40, body: straight({ x: 0, y: 0 }, 1, 0), others: [straight({ x: -1, y: 1 }, 1, 0)] }),
    left: toBody({ turn: 40, body: straight({ x: 10, y: 10 }, 0, -1), others: [straight({ x: 9, y: 11 }, 0, -1)] }),
  };
}

/** A body without a bend, from its head. */
function straight({ x, y }: Coordinate, right: number, up: number): readonly Coordinate[] {
  return Array.from({ length: 5 }, (_, index) => ({ x: x + index * right, y: y + index * up }));
}
