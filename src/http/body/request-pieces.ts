/** Takes a large request apart into pieces of JSON, and puts them together without holding up the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Path } from '../../json-pointer.js';
import type { Coordinate } from '../../rules/types.js';
import { GameRequest } from '../../wire/resources.js';
import type { TSchema } from '../../wire/type.js';

/** A request in pieces: what the thread for large bodies sends. */
export interface RequestPieces {
  /** The request as JSON, with its long lists empty. */
  readonly frame: string;
  readonly lists: readonly ListPieces[];
}

/** One long list. */
interface ListPieces {
  /** Where it stands in the request. */
  readonly path: Path;
  /** Its items in order, as JSON with commas between. */
  readonly pieces: readonly string[];
}

/** Longer lists are taken out of the frame, in items. */
const MAX_FRAME_LIST = 200;
/** Size of a piece, in characters: parsing one takes well under a ms. */
const PIECE_LENGTH = 32 * 1024;
/** How long the pieces are put together before other events have their turn, in ms. */
const SLICE_MS = 2;

type Fields = Readonly<Record<string, unknown>>;

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

/** Takes a valid request apart. Fields that the API does not know are left out. */
export function takeApart(request: GameRequest): RequestPieces {
  const lists: ListPieces[] = [];
  const toFrame = (schema: TSchema, value: unknown, path: Path): unknown => {
    const { properties, items } = schema as Shape;
    if (properties !== undefined) {
      return mapProperties(properties, value, (part, inner, key) => toFrame(part, inner, [...path, key]));
    }
    if (items === undefined) return value;
    const list = value as unknown[];
    if (list.length <= MAX_FRAME_LIST) return list.map((item, index) => toFrame(items, item, [...path, index]));
    lists.push({ path, pieces: toPieces(list.map((item) => toText(items, item))) });
    return [];
  };
  return { frame: JSON.stringify(toFrame(GameRequest, request, [])), lists };
}

/** The JSON of a value, with the fields of its schema only. */
function toText(schema: TSchema, value: unknown): string {
  if (isCell(schema)) return formatCell(value as Coordinate);
  const { properties, items } = schema as Shape;
  if (items !== undefined) return `[${(value as unknown[]).map((item) => toText(items, item)).join()}]`;
  if (properties === undefined) return JSON.stringify(value);
  const fields = Object.entries(properties).map(([key, part]) => {
    return `${JSON.stringify(key)}:${toText(part, (value as Fields)[key])}`;
  });
  return `{${fields.join()}}`;
}

function mapProperties(
  properties: Readonly<Record<string, TSchema>>,
  value: unknown,
  map: (schema: TSchema, value: unknown, key: string) => unknown,
): Fields {
  const entries = Object.entries(properties).map(([key, part]) => [key, map(part, (value as Fields)[key], key)]);
  return Object.fromEntries(entries) as Fields;
}

/** Whether a schema is that of a cell. There may be 640,000 in a request, so they are written by hand. */
function isCell(schema: TSchema): boolean {
  return Object.keys((schema as Shape).properties ?? {}).join() === 'x,y';
}

function formatCell({ x, y }: Coordinate): string {
  return `{"x":${x},"y":${y}}`;
}

function toPieces(items: readonly string[]): string[] {
  const pieces: string[] = [];
  let group: string[] = [];
  let length = 0;
  for (const item of items) {
    group.push(item);
    length += item.length;
    if (length < PIECE_LENGTH) continue;
    pieces.push(group.join());
    group = [];
    length = 0;
  }
  if (group.length > 0) pieces.push(group.join());
  return pieces;
}

/** Puts a request together again, a few ms at a time. */
export async function putTogether({ frame, lists }: RequestPieces): Promise<GameRequest> {
  const request = JSON.parse(frame) as GameRequest;
  let slice = performance.now();
  for (const { path, pieces } of lists) {
    let list: unknown = request;
    for (const step of path) list = (list as Fields)[step];
    for (const piece of pieces) {
      (list as unknown[]).push(...(JSON.parse(`[${piece}]`) as unknown[]));
      if (performance.now() - slice < SLICE_MS) continue;
      await nextTurn();
      slice = performance.now();
    }
  }
  return request;
}
