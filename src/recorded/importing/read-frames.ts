/** Reads saved frames of an engine: its answers, lists of frames, or the events of a stream. */
import { createHash } from 'node:crypto';
import { isRecord } from '../../errors/kind-of.js';
import type { ViewerGame } from '../../wire/viewer.js';
import { fromFrames } from './from-frames.js';
import { SourceError, type GameBoards } from './game-boards.js';
import { withGiven, type GivenGame } from './given-game.js';
import { LOAD_LIMITS } from './load-game.js';
import { readFrame, readGame } from './read-viewer.js';

/** The game with the frames in these values; `undefined` if they have none. Throws a {@link SourceError}. */
export function readFrames(text: string, values: readonly unknown[], given: GivenGame): GameBoards | undefined {
  const frames = values.flatMap((value) => framesIn(value));
  if (frames.length === 0) return undefined;
  if (frames.length > LOAD_LIMITS.maxFrames) throw new SourceError(`has ${frames.length} frames, which are too many`);
  const game = findGame(values, given) ?? givenGame(text, given);
  return fromFrames(
    game,
    frames.map((frame, index) => readFrame(frame, `frame ${index}`)),
    // Details of the platform state the winner.
    values.flatMap((value) => (isRecord(value) && typeof value['winner'] === 'string' ? value['winner'] : []))[0],
  );
}

/** Deepest nesting of lists that is searched for frames: pages in a list of pages. */
const MAX_DEPTH = 8;

/** The frames in a value: a page of an engine, a list, a single frame, or an event of a stream. */
function framesIn(value: unknown, depth = 0): readonly unknown[] {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? [] : value.flatMap((one) => framesIn(one, depth + 1));
  if (!isRecord(value)) return [];
  const { Type, Data, frames, Turn, Snakes } = value;
  if (Type === 'frame') return [Data];
  if (Turn !== undefined && Snakes !== undefined) return [value];
  return Array.isArray(frames) ? (frames as unknown[]) : [];
}

/** The game of a file, if it has one; the command line overrides it. */
function findGame(values: readonly unknown[], given: GivenGame): ViewerGame | undefined {
  const found = values.flat().flatMap((value) => {
    if (!isRecord(value)) return [];
    if (isRecord(value['Game'])) return [readGame(value['Game'], '/Game')];
    return isRecord(value['game']) ? [readGame(value['game'], '/game')] : (readDetails(value) ?? []);
  });
  const [game] = found;
  return game && withGiven(game, given);
}

/** The platform's `/games/ID/details`: `{id, board: "11x11", game_type, frames}`. */
function readDetails({ id, board, game_type: type, status }: Record<string, unknown>): ViewerGame | undefined {
  const [, width, height] = typeof board === 'string' ? (/^(\d{1,3})x(\d{1,3})$/.exec(board) ?? []) : [];
  if (typeof id !== 'string' || width === undefined || height === undefined) return undefined;
  const game = readGame({ ID: id, Width: Number(width), Height: Number(height), Status: status }, 'the game');
  return withGiven(game, { gametype: typeof type === 'string' ? type : undefined });
}

/** A game that only the command line describes. Its id is a hash of its frames, so that it is stable. */
function givenGame(text: string, given: GivenGame): ViewerGame {
  const { width, height } = given;
  if (width === undefined || height === undefined) {
    throw new SourceError(
      'has frames, but no "Game" with the size of the board. Give --width and --height, or save the answer of /games/ID with them',
    );
  }
  const id = `file-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return withGiven({ Status: '', ID: id, Width: width, Height: height, Ruleset: {} }, given);
}
