/**
 * Reads games and frames of the viewer's protocol from untrusted JSON. Keeps the known fields, in their order; cuts
 * long strings; rejects invalid values.
 */
import { isRecord, kindOf, quoteValue } from '../../errors/kind-of.js';
import { cutString, MAX_ID, MAX_NAME } from '../../wire/limits.js';
import { MAX_BOARD_SIDE } from '../../wire/resources.js';
import type { ViewerFrame, ViewerGame } from '../../wire/viewer.js';
import { SourceError } from './game-boards.js';

/** Highest turn that is believed. */
const MAX_TURN = 1_000_000;
/** Most snakes of a frame, and most entries of a ruleset. */
const MAX_ITEMS = 64;
/** Most cells of a list: stacked hazards on the largest boards that are played. */
const MAX_CELLS = 250_000;

/** Checks a value and returns the part to keep; `undefined` drops it. `at` is its place, for errors. */
type FieldReader = (value: unknown, at: string) => unknown;

const snakeFields: Readonly<Record<string, FieldReader>> = {
  ID: readId,
  Name: readText,
  URL: readText,
  Body: readCells,
  Health: (value, at) => Math.max(0, Math.min(100, readWhole(value, at, -MAX_TURN, MAX_TURN))),
  Death: readDeath,
  Color: readText,
  HeadType: readText,
  TailType: readText,
  Latency: readText,
  Shout: readText,
  Squad: readText,
  APIVersion: readText,
  Author: readText,
  StatusCode: readNumber,
  Error: readText,
  IsBot: readFlag,
  IsEnvironment: readFlag,
  EliminatedCause: readText,
  EliminatedBy: readText,
};

const deathFields: Readonly<Record<string, FieldReader>> = {
  Cause: readText,
  Turn: (value, at) => readWhole(value, at, 0, MAX_TURN),
  EliminatedBy: readText,
};

const frameFields: Readonly<Record<string, FieldReader>> = {
  Turn: (value, at) => readWhole(value, at, 0, MAX_TURN),
  Snakes: (value, at) => readList(value, at, MAX_ITEMS, readSnake),
  Food: readCells,
  Hazards: readCells,
};

const gameFields: Readonly<Record<string, FieldReader>> = {
  ID: readId,
  Status: readText,
  Width: readSide,
  Height: readSide,
  Ruleset: readRuleset,
  SnakeTimeout: readNumber,
  Source: readText,
  RulesetName: readText,
  RulesStages: (value) => (Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isString).map(cut) : undefined),
  Map: readText,
};

/** Reads a frame. `at` is its place. Throws a {@link SourceError} that names the wrong field. */
export function readFrame(value: unknown, at: string): ViewerFrame {
  const frame = readFields(value, at, frameFields, ['Turn', 'Snakes']);
  return addMissing(frame, { Food: [], Hazards: [] }) as unknown as ViewerFrame;
}

/** Reads the `Game` of `GET /games/ID`. Throws a {@link SourceError} that names the wrong field. */
export function readGame(value: unknown, at: string): ViewerGame {
  const game = readFields(value, at, gameFields, ['ID', 'Width', 'Height']);
  return addMissing(game, { Status: '', Ruleset: {} }) as unknown as ViewerGame;
}

function readSnake(value: unknown, at: string): unknown {
  const snake = readFields(value, at, snakeFields, ['ID', 'Body', 'Health']);
  return addMissing(snake, { Name: '', Death: null });
}

/** The known fields of an object, in the order in which they were sent. */
function readFields(
  value: unknown,
  at: string,
  fields: Readonly<Record<string, FieldReader>>,
  required: readonly string[],
): Record<string, unknown> {
  if (!isRecord(value)) throw new SourceError(`${at} is ${kindOf(value)}, not an object`);
  const missing = required.find((name) => value[name] === undefined || value[name] === null);
  if (missing !== undefined) throw new SourceError(`${at} has no "${missing}"`);
  const kept: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) continue;
    const read = fields[name]!(part, `${at}/${name}`);
    if (read !== undefined) kept[name] = read;
  }
  return kept;
}

/** Appends missing defaults; the other fields keep their order. */
function addMissing(kept: Record<string, unknown>, defaults: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(defaults)) kept[name] ??= value;
  return kept;
}

/** A death; null while the snake lives. The cause may be unknown, but no snake dies on turn 0. */
function readDeath(value: unknown, at: string): unknown {
  if (!isRecord(value) || (!value['Cause'] && !value['Turn'])) return null;
  return addMissing(readFields(value, at, deathFields, []), { Cause: '', EliminatedBy: '' });
}

function readCells(value: unknown, at: string): unknown {
  if (value === null) return [];
  return readList(value, at, MAX_CELLS, (cell, place) => {
    if (!isRecord(cell)) throw new SourceError(`${place} is ${kindOf(cell)}, not a cell`);
    return { X: readWhole(cell['X'], `${place}/X`, -1000, 1000), Y: readWhole(cell['Y'], `${place}/Y`, -1000, 1000) };
  });
}

function readList(value: unknown, at: string, most: number, readOne: FieldReader): unknown[] {
  if (!Array.isArray(value)) throw new SourceError(`${at} is ${kindOf(value)}, not a list`);
  if (value.length > most) throw new SourceError(`${at} has ${value.length} items; ${most} are the most`);
  return value.map((item, index) => readOne(item, `${at}/${index}`));
}

/** The name and the settings, all as strings. */
function readRuleset(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([, part]) => ['string', 'number', 'boolean'].includes(typeof part));
  return Object.fromEntries(entries.slice(0, MAX_ITEMS).map(([key, part]) => [cut(key), cut(String(part))]));
}

function readSide(value: unknown, at: string): number {
  return readWhole(value, at, 1, MAX_BOARD_SIDE);
}

function readWhole(value: unknown, at: string, low: number, high: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high) return value as number;
  throw new SourceError(`${at} is ${quoteValue(value)}, not a whole number from ${low} to ${high}`);
}

function readId(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_ID) return value;
  throw new SourceError(`${at} is not a string of 1 to ${MAX_ID} characters`);
}

/** A string, cut like a request's; anything else except numbers is left out. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isString(value) ? cut(value) : undefined;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function cut(text: string): string {
  return cutString(text, MAX_NAME);
}
