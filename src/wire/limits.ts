/** Limits a request, so that the host keeps no more of it than a board needs. Called by the reader. */
import { listedOn } from './fog.js';
import type { AnySnake, GameRequest } from './resources.js';

/** Longest id of a game or a snake, in characters; a request with a longer one is refused. Engines send 36. */
export const MAX_ID = 256;
/** Longest name, shout and other string of the API that is kept, in characters; the rest is cut off. */
export const MAX_NAME = 256;

/** Items that every list may have, even on the smallest board. */
const SPARE_ITEMS = 16;
/**
 * Further items that it may have, for each cell of the board. Hazards are stacked: on `snail_mode`, a snake of length n
 * leaves n(n+1)/2 of them, which is 61 a cell for one that fills a board of 11×11.
 */
const PER_CELL = { snakes: 1, body: 2, food: 4, hazards: 64 } as const;

const GAME_STRINGS = ['map', 'source'] as const;
const RULESET_STRINGS = ['name', 'version'] as const;
const SETTINGS_STRINGS = ['hazardMap', 'hazardMapAuthor'] as const;
const SNAKE_STRINGS = ['name', 'latency', 'shout', 'squad'] as const;
const SHOWN_STRINGS = ['color', 'head', 'tail'] as const;

/** The first value of a request that exceeds a limit. */
export interface Excess {
  /** JSON pointer to the value. */
  readonly pointer: string;
  /** The fault, as the end of a sentence that begins with the pointer. */
  readonly reason: string;
}

/**
 * Cuts the strings of a request **in place**, except ids: names, shouts and every other string of the API. Returns the
 * first id or list that is too long, if any; the rest may then be uncut.
 */
export function limitRequest(request: GameRequest): Excess | undefined {
  const { game, board, you } = request;
  const excess = longId(game.id, '/game/id') ?? findLongList(request);
  if (excess !== undefined) return excess;
  cutStrings(game, GAME_STRINGS);
  cutStrings(game.ruleset, RULESET_STRINGS);
  cutStrings(game.ruleset.settings, SETTINGS_STRINGS);
  for (const snake of listedOn(board)) cutSnake(snake);
  cutSnake(you);
  return undefined;
}

function findLongList({ board, you }: GameRequest): Excess | undefined {
  const { width, height, food, hazards } = board;
  const snakes = listedOn(board);
  const cells = width * height;
  const longList = (list: readonly unknown[], perCell: number, pointer: string): Excess | undefined => {
    const limit = SPARE_ITEMS + cells * perCell;
    if (list.length <= limit) return undefined;
    return { pointer, reason: `has ${list.length} items: a board of ${width}x${height} takes at most ${limit}` };
  };
  const findInSnake = ({ id, body }: AnySnake, pointer: string) =>
    longId(id, `${pointer}/id`) ?? longList(body, PER_CELL.body, `${pointer}/body`);
  const excess =
    findInSnake(you, '/you') ??
    longList(food, PER_CELL.food, '/board/food') ??
    longList(hazards, PER_CELL.hazards, '/board/hazards') ??
    longList(snakes, PER_CELL.snakes, '/board/snakes');
  if (excess !== undefined) return excess;
  for (let index = 0; index < snakes.length; index++) {
    const found = findInSnake(snakes[index]!, `/board/snakes/${index}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function longId(id: string, pointer: string): Excess | undefined {
  if (id.length <= MAX_ID) return undefined;
  return { pointer, reason: `has ${id.length} characters: an id has at most ${MAX_ID}` };
}

function cutSnake(snake: AnySnake): void {
  cutStrings(snake, SNAKE_STRINGS);
  cutStrings(snake.customizations, SHOWN_STRINGS);
}

function cutStrings<Key extends string>(part: Record<Key, string>, keys: readonly Key[]): void {
  for (const key of keys) {
    if (part[key].length > MAX_NAME) part[key] = cutString(part[key], MAX_NAME);
  }
}

/**
 * The first `limit` characters of a string, without half a surrogate pair at the end. They are copied: V8 keeps a whole
 * string in memory while a slice of it is in use.
 */
export function cutString(value: string, limit: number): string {
  if (value.length <= limit) return value;
  const end = value.codePointAt(limit - 1)! > 0xffff ? limit - 1 : limit;
  return JSON.parse(JSON.stringify(value.slice(0, end))) as string;
}
