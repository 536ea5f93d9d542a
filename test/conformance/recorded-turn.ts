/** Replays a turn recorded from another engine, to prove that the rules are the same. */
import { createChance } from '../../src/rules/chance.js';
import { fromPlain, toPlain, type PlainPosition, type PlainSnake } from '../../src/rules/plain.js';
import { boardRules, isRulesetName, RULESET_NAMES, RULESETS, type RulesetName } from '../../src/rules/rulesets.js';
import { fillSettings } from '../../src/rules/settings.js';
import { ELIMINATION_CAUSES, MAX_SNAKES, moveNumber, type EliminationCause } from '../../src/rules/types.js';

/** A cell as `[x, y]`. */
type Pair = readonly [number, number];

interface ConformanceSnake {
  readonly id: string;
  readonly health: number;
  readonly body: readonly Pair[];
  readonly eliminatedCause?: EliminationCause;
  readonly eliminatedBy?: string;
  readonly eliminatedOnTurn?: number;
}

interface ConformanceBoard {
  readonly turn: number;
  readonly width: number;
  readonly height: number;
  readonly food: readonly Pair[];
  /** Absent after a turn in which they were drawn at random: then they are not compared. */
  readonly hazards?: readonly Pair[];
  readonly snakes: readonly ConformanceSnake[];
}

/** A line of a file of recorded turns. It was played without a map: nothing appears, and `turn` stays the same. */
export interface ConformanceTurn {
  readonly ruleset: RulesetName;
  readonly settings: { readonly hazardDamagePerTurn: number; readonly shrinkEveryNTurns: number };
  readonly before: ConformanceBoard;
  /** By the snakes' ids. */
  readonly moves: Readonly<Record<string, string>>;
  readonly after: ConformanceBoard;
  /** Whether the game was over before this turn. Then the turn changes nothing. */
  readonly gameOver: boolean;
}

/** Reads one line. Throws an `Error` that names the first part that is not as in a recorded turn. */
export function parseConformanceTurn(line: string): ConformanceTurn {
  const turn: unknown = JSON.parse(line);
  const { ruleset, settings, before, moves, after, gameOver } = asObject('the line', turn);
  if (typeof ruleset !== 'string' || !isRulesetName(ruleset)) {
    throw new Error(`"ruleset" is ${JSON.stringify(ruleset)}. Known rulesets: ${RULESET_NAMES.join(', ')}.`);
  }
  const { hazardDamagePerTurn, shrinkEveryNTurns } = asObject('"settings"', settings);
  check('"settings.hazardDamagePerTurn"', 'a number', Number.isInteger(hazardDamagePerTurn));
  check('"settings.shrinkEveryNTurns"', 'a number of 1 or more', isAtLeast(1, shrinkEveryNTurns));
  checkBoard('"before"', before, true);
  checkBoard('"after"', after, false);
  const words = Object.values(asObject('"moves"', moves));
  check(
    '"moves"',
    'a word for each snake',
    words.every((word) => typeof word === 'string'),
  );
  check('"gameOver"', 'true or false', typeof gameOver === 'boolean');
  return turn as ConformanceTurn;
}

/** The board before or after a turn, as plain data. */
export function recordedPosition(board: ConformanceBoard, { ruleset, settings }: ConformanceTurn): PlainPosition {
  return {
    width: board.width,
    height: board.height,
    turn: board.turn,
    food: board.food.map(coordinate),
    hazards: (board.hazards ?? []).map(coordinate),
    snakes: board.snakes.map(plainSnake),
    rules: boardRules(ruleset, settings),
  };
}

/**
 * Plays the turn and compares everything with the recording, order included. Returns a sentence on the first
 * difference, or `undefined`.
 */
export function findDifference(turn: ConformanceTurn): string | undefined {
  const ruleset = RULESETS[turn.ruleset];
  const position = fromPlain(recordedPosition(turn.before, turn));
  const isOver = ruleset.isOver(position);
  if (isOver !== turn.gameOver) return `gameOver is ${isOver}, recorded as ${turn.gameOver}`;

  const moves = new Uint8Array(MAX_SNAKES);
  turn.before.snakes.forEach(({ id }, seat) => (moves[seat] = moveNumber(turn.moves[id] ?? '')));
  const { hazardDamagePerTurn, shrinkEveryNTurns } = turn.settings;
  const settings = fillSettings({ hazardDamagePerTurn, royale: { shrinkEveryNTurns } });
  const input = { moves, settings, hazardChance: createChance(turn.before.turn) };
  if (!isOver) for (const stage of ruleset.stages) stage(position, input);

  const played = toPlain(position);
  const isCompared = turn.after.hazards !== undefined;
  return differenceBetween('', isCompared ? played : { ...played, hazards: [] }, recordedPosition(turn.after, turn));
}

function plainSnake(snake: ConformanceSnake): PlainSnake {
  const alive = { id: snake.id, health: snake.health, body: snake.body.map(coordinate), squad: '' };
  if (snake.eliminatedCause === undefined) return alive;
  const { eliminatedCause: cause, eliminatedBy: by = '', eliminatedOnTurn: turn = 0 } = snake;
  return { ...alive, elimination: { cause, by, turn } };
}

function coordinate([x, y]: Pair) {
  return { x, y };
}

function differenceBetween(path: string, played: unknown, recorded: unknown): string | undefined {
  if (!isObject(played) || !isObject(recorded)) {
    if (played === recorded) return undefined;
    return `${path} is ${JSON.stringify(played) ?? 'absent'}, recorded as ${JSON.stringify(recorded) ?? 'absent'}`;
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(played)])) {
    const step = Array.isArray(recorded) ? `[${key}]` : path === '' ? key : `.${key}`;
    const difference = differenceBetween(path + step, played[key], recorded[key]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function checkBoard(name: string, board: unknown, hasHazards: boolean): void {
  const { turn, width, height, food, hazards, snakes } = asObject(name, board);
  check(`${name}: "turn"`, 'a number of 0 or more', isAtLeast(0, turn));
  check(`${name}: "width" and "height"`, 'numbers of 1 or more', isAtLeast(1, width) && isAtLeast(1, height));
  check(`${name}: "food"`, 'a list of cells [x, y]', isCells(food));
  check(`${name}: "hazards"`, 'a list of cells [x, y]', isCells(hazards) || (hazards === undefined && !hasHazards));
  check(`${name}: "snakes"`, 'a list of snakes', Array.isArray(snakes) && snakes.every(isSnake));
}

function isSnake(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, health, body, eliminatedCause: cause } = value;
  const isCause = cause === undefined || (ELIMINATION_CAUSES as readonly unknown[]).includes(cause);
  return typeof id === 'string' && Number.isInteger(health) && isCells(body) && isCause;
}

function isCells(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger))
  );
}

function isAtLeast(least: number, value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= least;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function asObject(name: string, value: unknown): Record<string, unknown> {
  check(name, 'an object', isObject(value) && !Array.isArray(value));
  return value as Record<string, unknown>;
}

function check(name: string, expected: string, isSo: boolean): void {
  if (!isSo) throw new Error(`${name} is not ${expected}.`);
}
