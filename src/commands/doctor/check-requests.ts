/** Rare requests of engines that make servers fail. */
import type { Action } from '../../exchange/exchange.js';
import type { EngineBody, EngineSession, DescribedFailure } from './engine-session.js';
import { good, remedyFor, wrong, type Finding } from './finding.js';
import { randomUUID } from 'node:crypto';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import { DEFAULT_SETTINGS } from '../../rules/settings.js';
import type { Coordinate, Direction } from '../../rules/types.js';

/** One check: the requests of a game, in order. */
interface RequestCheck {
  readonly check: string;
  readonly calls: () => readonly (readonly [Action, EngineBody])[];
  readonly remedy: string;
}

const CHECKS: readonly RequestCheck[] = [
  {
    check: 'long body',
    calls: () => wholeGame(longBody()),
    remedy: 'Take bodies of 6 MB at least: hazards in stacks and the shouts of others make them long.',
  },
  {
    check: 'unknown fields',
    calls: () => wholeGame(unknownBody()),
    remedy: 'Ignore fields, rulesets and maps that you do not know: engines add some from time to time.',
  },
  {
    check: 'game without start',
    calls: () => wholeGame(middleBody()).slice(1),
    remedy: 'Make the memory of a game on its first /move if there is none: after a restart no /start comes again.',
  },
  {
    check: 'game played again',
    calls() {
      const body = middleBody();
      const first = { ...body, turn: 0 };
      const began = [...(['start', 'move'] as const)].map((action) => [action, first] as const);
      return [...began, ['move', body], ...began, ['move', body], ['move', body], ['end', lostEndOf(body)]];
    },
    remedy: 'After a crash, the platform plays a game again from turn 0 with the same ids: begin its memory again.',
  },
];

export async function checkRequests(session: EngineSession): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { check, calls, remedy } of CHECKS) {
    let first: DescribedFailure | undefined;
    for (const [action, body] of calls()) first ??= (await session.ask(action, body)).failure;
    findings.push(first === undefined ? good(check, 'answered') : wrong('bad', check, first.problem, remedy));
  }
  return findings;
}

/** Whether the snake moves onto the place of a dead one if that is its only way out. */
export async function checkCorpse(session: EngineSession): Promise<Finding> {
  const check = 'dead snakes on the board';
  const wrongMoves: string[] = [];
  for (const { body, free } of corpseBoards()) {
    const game = wholeGame(body);
    for (const [action, sent] of game) {
      const { move, failure } = await session.ask(action, sent);
      if (failure !== undefined) return wrong('bad', check, failure.problem, remedyFor(failure, session.timeout));
      if (action === 'move' && move !== free) wrongMoves.push(`${move} instead of ${free}`);
    }
  }
  if (wrongMoves.length === 0) return good(check, 'are no obstacle to it');
  return wrong(
    'warning',
    check,
    `it moves ${wrongMoves.join(', ')}, to its death: it takes them for obstacles, or does not look ahead`,
    'The platform leaves dead snakes on the board, unmarked: leave out those with a head off the board or in a body.',
  );
}

function wholeGame(body: EngineBody): readonly (readonly [Action, EngineBody])[] {
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

/** A board on which only one move survives: into the body of a dead snake. */
interface CorpseBoard {
  readonly body: EngineBody;
  /** The surviving move. */
  readonly free: Direction;
}

/**
 * The public arena leaves dead snakes in the list, unmarked: their heads are off the board, their bodies no obstacle.
 * Each board has another free direction.
 */
function corpseBoards(): readonly CorpseBoard[] {
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

/** A snake whose head has left the board, with a straight body. */
function ends({ x, y }: Coordinate, right: number, up: number): readonly Coordinate[] {
  return Array.from({ length: 5 }, (_, index) => ({ x: x + index * right, y: y + index * up }));
}
