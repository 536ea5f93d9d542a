/** Reads JSON into a {@link GameRequest}. Every body of `/start`, `/move` and `/end` passes through here. */
import { isRecord } from '../errors/kind-of.js';
import { isGameRequest } from './compiled-request.js';
import { isFogged, separateUnseen } from './fog.js';
import { limitRequest } from './limits.js';
import { GameRequest } from './resources.js';
import type { TSchema } from './type.js';

/** A body that is not a game request; the message says what is wrong and where. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code = 'invalid_request';
  /** JSON pointer to the wrong value; `''` is the whole body. */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Reads the body of a request. Throws like {@link readRequest}, or a SyntaxError if the text is not JSON. */
export function parseRequest(text: string): GameRequest {
  return readRequest(JSON.parse(text));
}

/** The same, but `undefined` if the text is unreadable. */
export function parseQuietly(text: string): GameRequest | undefined {
  try {
    return parseRequest(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes a parsed body complete and valid **in place** and returns it.
 *
 * Absent fields get their defaults. If that is not enough, null counts as absent, and a value of the wrong type is
 * converted, brought within its bounds, or replaced by its default: see {@link repairLeaf}. Unknown fields are left
 * alone. Snakes that fog of war hides in part move to `board.unseen`. A latency that stands only with our snake on the
 * board counts for `you` as well. Long strings are cut: see {@link limitRequest}. Throws a {@link RequestError} if
 * something is still wrong that no answer can be given without: `game.id`, `you.id`, a cell of `you.body`, the size of
 * the board, or a cell that is not made of integers; or if an id or a list is too long.
 */
export function readRequest(body: unknown): GameRequest {
  const request = toValid(body);
  const excess = limitRequest(request);
  if (excess !== undefined) throw new RequestError(`${excess.pointer} ${excess.reason}`, excess.pointer);
  fillLatency(request);
  return request;
}

/** The official command-line engine sends "0" in `you` for a move, and the measured latency on the board. */
function fillLatency({ board, you }: GameRequest): void {
  if (Number(you.latency) > 0) return;
  const { latency = '' } = board.snakes.find(({ id }) => id === you.id) ?? {};
  if (Number(latency) > 0) you.latency = latency;
}

/** A copy of a valid request without unknown fields, at any depth. Its size is bounded by its board. */
export function keepKnownFields(request: GameRequest): GameRequest {
  return repair(GameRequest, request, true) as GameRequest;
}

function toValid(body: unknown): GameRequest {
  if (isGameRequest(body) && !isFogged(body)) return body;
  separateUnseen(body);
  const repaired: unknown = repair(GameRequest, body);
  if (isGameRequest(repaired)) return repaired;
  const error = isGameRequest.errors![0]!;
  const missing = error.keyword === 'required' ? `/${String(error.params['missingProperty'])}` : '';
  const pointer = error.instancePath + missing;
  const reason = missing === '' ? error.message! : 'is missing';
  throw new RequestError(`${pointer === '' ? 'the body' : pointer} ${reason}`, pointer);
}

interface Shape {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly properties?: Record<string, TSchema>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
}

/**
 * Returns the value with its parts repaired, or its default. A wrong value without a default is returned unchanged.
 * Objects and lists are changed in place, or copied without their unknown fields with `onlyKnown`.
 */
function repair(schema: TSchema, value: unknown, onlyKnown = false): unknown {
  const shape = schema as Shape;
  if (shape.nullable === true && (value === null || value === undefined)) return null;
  switch (shape.type ?? 'leaf') {
    case 'object':
      return repairObject(shape, isRecord(value) ? value : (structuredClone(shape.default) ?? value), onlyKnown);
    case 'array':
      if (!Array.isArray(value)) return structuredClone(shape.default) ?? value;
      const items = value.filter((item) => item !== null || (shape.items as Shape).nullable);
      return items.map((item) => repair(shape.items!, item, onlyKnown));
    default:
      return repairLeaf(shape, value);
  }
}

function repairObject({ properties, required }: Shape, value: unknown, onlyKnown: boolean): unknown {
  if (!isRecord(value)) return value;
  const whole: Record<string, unknown> = onlyKnown ? {} : value;
  for (const [key, part] of Object.entries(properties!)) {
    const repaired = repair(part, Object.hasOwn(value, key) ? value[key] : undefined, onlyKnown);
    const isAbsent = repaired === undefined || (repaired === null && (part as Shape).nullable !== true);
    if (isAbsent || (required?.includes(key) === false && !isLeaf(part, repaired))) delete whole[key];
    else whole[key] = repaired;
  }
  return whole;
}

/** A whole number as text. Older engines, and tools that save games, write numbers as text, and text as numbers. */
const WHOLE = /^[+-]?\d+(?:\.0*)?$/;

/**
 * Converts a whole number or a flag in text, and a number to text, then brings a number within its bounds. What still
 * does not match becomes the default, or stays if there is none. A number too low for a value that cannot be 0 is not
 * one: a timeout of 0 ms means that the engine has not set it.
 */
export function repairLeaf(shape: Shape, value: unknown): unknown {
  if (isLeaf(shape, value)) return value;
  const { type, minimum = -Infinity, maximum = Infinity, default: fallback } = shape;
  if (type === 'string') return Number.isFinite(value) ? String(value) : (fallback ?? value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const number = type === 'integer' && typeof value === 'string' && WHOLE.test(value.trim()) ? Number(value) : value;
  if (isLeaf(shape, number)) return number;
  if (fallback === undefined) return number;
  if (!Number.isInteger(number)) return fallback;
  if (Number(number) > maximum) return maximum;
  return minimum === 0 ? minimum : fallback;
}

/** Whether a single value matches its schema. Agrees with Ajv, which this need not load. */
export function isLeaf(shape: Shape, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity, minLength = 0 } = shape;
  if (value === null) return shape.nullable === true;
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return typeof value === type && (typeof value !== 'string' || value.length >= minLength);
}
