/**
 * Reads games and frames of the viewer's protocol from untrusted JSON. Keeps the known fields, in their order; cuts
 * long strings; rejects invalid values.
 */
import { isRecord, kindOf, quoteValue } from '../../errors/kind-of.js';
import { cutString, MAX_ID, MAX_NAME } from '../../wire/limits.js';
import { isLeaf, repairLeaf } from '../../wire/reader.js';
import { MAX_BOARD_SIDE, Snake } from '../../wire/resources.js';
import type { ViewerFrame, ViewerGame } from '../../wire/viewer.js';
import { fieldOf } from '../read-values.js';
import { SourceError } from './game-boards.js';

/** Highest turn that is accepted. */
const MAX_TURN = 1_000_000;
/** Most snakes of a frame, and most entries of a ruleset. */
const MAX_ITEMS = 64;
/** Most cells of a list: stacked hazards on the largest boards that are played. */
const MAX_CELLS = 250_000;

/** Checks a value and returns the part to keep; `undefined` drops it. `at` is its place, for errors. */
type FieldReader = (value: unknown, at: string) => unknown;
/** The readers of fields, with their names, by their names in lower case: engines in Go take and send any. */
type Fields = ReadonlyMap<string, { readonly name: string; readonly read: FieldReader }>;

const fieldsOf = (readers: Readonly<Record<string, FieldReader>>): Fields =>
  new Map(Object.entries(readers).map(([name, read]) => [name.toLowerCase(), { name, read }]));

const readText = leaf({ type: 'string' });
const readFlag = leaf({ type: 'boolean' });
const readNumber = leaf({ type: 'integer' });

const snakeFields = fieldsOf({
  ID: readId,
  Name: readText,
  URL: readText,
  Body: readCells,
  Health: (value) => repairLeaf(Snake.properties.health, value),
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
});

const deathFields = fieldsOf({
  Cause: readText,
  Turn: (value, at) => readWhole(value, at, 0, MAX_TURN),
  EliminatedBy: readText,
});

const frameFields = fieldsOf({
  Turn: (value, at) => readWhole(value, at, 0, MAX_TURN),
  Snakes: (value, at) => readList(value, at, MAX_ITEMS, readSnake),
  Food: readCells,
  Hazards: readCells,
});

const gameFields: Fields = new Map([
  ...fieldsOf({
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
  }),
  // The board tester calls it so.
  ['timeout', { name: 'SnakeTimeout', read: readNumber }],
]);

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
function readFields(value: unknown, at: string, fields: Fields, required: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) throw new SourceError(`${at} is ${kindOf(value)}, not an object`);
  const missing = required.find((name) => (fieldOf(value, name) ?? undefined) === undefined);
  if (missing !== undefined) throw new SourceError(`${at} has no "${missing}"`);
  const kept: Record<string, unknown> = {};
  for (const [sent, part] of Object.entries(value)) {
    const field = fields.get(sent.toLowerCase());
    const read = field?.read(part, `${at}/${sent}`);
    if (read !== undefined) kept[field!.name] = read;
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
  if (!fieldOf(value, 'Cause') && !fieldOf(value, 'Turn')) return null;
  return addMissing(readFields(value, at, deathFields, []), { Cause: '', EliminatedBy: '' });
}

function readCells(value: unknown, at: string): unknown {
  if (value === null) return [];
  return readList(value, at, MAX_CELLS, (cell, place) => {
    if (!isRecord(cell)) throw new SourceError(`${place} is ${kindOf(cell)}, not a cell`);
    const [X, Y] = (['X', 'Y'] as const).map((name) => readWhole(fieldOf(cell, name), `${place}/${name}`, -1000, 1000));
    return { X, Y };
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
  const shape = { type: 'integer', minimum: low, maximum: high };
  const read = repairLeaf(shape, value);
  if (isLeaf(shape, read)) return read as number;
  throw new SourceError(`${at} is ${quoteValue(value)}, not a whole number from ${low} to ${high}`);
}

function readId(value: unknown, at: string): string {
  const read = repairLeaf({ type: 'string' }, value);
  if (isString(read) && read !== '' && read.length <= MAX_ID) return read;
  throw new SourceError(`${at} is not a string of 1 to ${MAX_ID} characters`);
}

/** A single value of no importance: converted like a request's, and strings cut like its; else it is left out. */
function leaf(shape: Parameters<typeof repairLeaf>[0]): FieldReader {
  return (value) => {
    const read = repairLeaf(shape, value);
    if (isString(read)) return shape.type === 'string' ? cut(read) : undefined;
    return isLeaf(shape, read) ? read : undefined;
  };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function cut(text: string): string {
  return cutString(text, MAX_NAME);
}
