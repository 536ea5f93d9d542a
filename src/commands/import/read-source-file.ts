/** Reads a file with a game: saved frames of an engine, or the recording of a local game. */
import { createHash } from 'node:crypto';
import { fromFrames } from '../../recorded/importing/from-frames.js';
import { LOAD_LIMITS } from '../../recorded/importing/load-game.js';
import { readFrame, readGame } from '../../recorded/importing/read-viewer.js';
import { SourceError, type SourceGame, type SourceTurn } from '../../recorded/importing/source-game.js';
import { isRecord } from '../../errors/kind-of.js';
import type { ViewerGame } from '../../wire/viewer.js';
import {
  readFile,
  readGameFile,
  deathsIn,
  diedOn,
  parseLines,
  type FileTurn,
  type RecordingFile,
} from '../replay/game-file.js';

/** The game as the command line describes it, for files that have only its frames. */
export interface GivenGame {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly gametype?: string | undefined;
  readonly map?: string | undefined;
}

/**
 * Reads a game: JSON with `frames` as an engine answers it, with a `Game` or in the platform's form; a list of frames;
 * lines of frames or of events; or a recording. Throws a {@link SourceError} or a `UsageError` that names the fault.
 */
export function readSourceFile(file: string, given: GivenGame): SourceGame {
  const text = readFile(file);
  const values = parse(file, text);
  const frames = values.flatMap((value) => framesIn(value));
  if (frames.length === 0) return fromRecording(readGameFile(file, values));
  if (frames.length > LOAD_LIMITS.maxFrames) throw new SourceError(`has ${frames.length} frames, which are too many`);
  const game = findGame(values, given) ?? givenGame(text, given);
  return fromFrames(
    game,
    frames.map((frame, index) => readFrame(frame, `frame ${index}`)),
  );
}

/** The file as one JSON value, or as one per line. */
function parse(file: string, text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return parseLines(file, text);
  }
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
  return game && { ...game, ...toFields(given, game.Ruleset) };
}

/** The platform's `/games/ID/details`: `{id, board: "11x11", game_type, frames}`. */
function readDetails({ id, board, game_type: ruleset, status }: Record<string, unknown>): ViewerGame | undefined {
  const [, width, height] = typeof board === 'string' ? (/^(\d{1,3})x(\d{1,3})$/.exec(board) ?? []) : [];
  if (typeof id !== 'string' || width === undefined || height === undefined) return undefined;
  const name = typeof ruleset === 'string' ? ruleset.toLowerCase() : '';
  const game = { ID: id, Width: Number(width), Height: Number(height), Ruleset: { name }, Status: status };
  return readGame(game, 'the game');
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
  return { Status: '', ID: id, Width: width, Height: height, Ruleset: {}, ...toFields(given, {}) };
}

function toFields({ width, height, gametype, map }: GivenGame, ruleset: ViewerGame['Ruleset']): Partial<ViewerGame> {
  return {
    ...(width !== undefined && { Width: width }),
    ...(height !== undefined && { Height: height }),
    ...(gametype !== undefined && { Ruleset: { ...ruleset, name: gametype } }),
    ...(map !== undefined && { Map: map }),
  };
}

/**
 * The game of the file. Recordings of the command-line tool lack moves and deaths: these are inferred from the boards.
 */
function fromRecording({ turns, isComplete }: RecordingFile): SourceGame {
  const [first, ...others] = turns;
  const { game, board } = first.request;
  const { width, height } = board;
  return {
    game,
    width,
    height,
    turns: [toTurn(first), ...others.map((turn, index) => toTurn(turn, turns[index]))],
    deaths: deathsIn(turns),
    isOver: isComplete,
    unknown: game.map === '' ? ['map'] : [],
  };
}

function toTurn({ request, moves }: FileTurn, before?: FileTurn): SourceTurn {
  const { turn, board } = request;
  const dead = before === undefined ? [] : diedOn(before);
  const living = board.snakes.filter(({ id }) => dead.every((snake) => snake.id !== id));
  return { turn, living, dead, food: board.food, hazards: board.hazards, moves };
}
