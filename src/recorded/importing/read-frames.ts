/** Reads saved frames of an engine: its answers, lists of frames, or the events of a stream. */
import { createHash } from 'node:crypto';
import { usageFault } from '../../errors/errors.js';
import { isRecord, kindOf } from '../../errors/kind-of.js';
import type { ViewerGame } from '../../wire/viewer.js';
import { fieldOf, MAX_FRAMES, type FileValue } from '../read-values.js';
import { fromFrames } from './from-frames.js';
import { SourceError, type GameBoards } from './game-boards.js';
import { withGiven, type GivenGame } from './given-game.js';
import { readFrame, readGame } from './read-viewer.js';

/**
 * The game with the frames in these values. Throws a {@link SourceError}, or a `UsageError` that names the line of a
 * value that is neither a frame nor about the game.
 */
export function readFrames(file: string, text: string, values: readonly FileValue[], given: GivenGame): GameBoards {
  const frames: unknown[] = [];
  let game: ViewerGame | undefined;
  let winner: string | undefined;
  for (const { value, line } of values) {
    const found = framesIn(value);
    const stated = gameIn(value);
    if (found === undefined && stated === undefined && fieldOf(value, 'Type') === undefined)
      throw usageFault({ source: file, line }, `is ${kindOf(value)} with neither a frame nor a "Game".`);
    for (const frame of found ?? []) frames.push(frame);
    game ??= stated;
    winner ??= winnerIn(value);
  }
  if (frames.length === 0) throw new SourceError('has no frames');
  if (frames.length > MAX_FRAMES) throw new SourceError(`has ${frames.length} frames, which are too many`);
  return fromFrames(
    game === undefined ? givenGame(text, given, frames[0]) : withGiven(game, given),
    frames.map((frame, index) => readFrame(frame, `frame ${index}`)),
    winner,
  );
}

/** The frames in a value: a page of an engine, its last frame, a single frame, or an event of a stream. */
function framesIn(value: unknown): readonly unknown[] | undefined {
  const [pages, last] = [fieldOf(value, 'Frames'), fieldOf(value, 'LastFrame')];
  if (pages === null || Array.isArray(pages)) return (pages ?? []) as unknown[];
  if (last !== undefined) return [last];
  if (fieldOf(value, 'Type') === 'frame') return [fieldOf(value, 'Data')];
  return fieldOf(value, 'Turn') !== undefined && fieldOf(value, 'Snakes') !== undefined ? [value] : undefined;
}

/** The game that a value describes: an answer of an engine, the end of a stream, or details of the platform. */
function gameIn(value: unknown): ViewerGame | undefined {
  const [game, data] = [fieldOf(value, 'Game'), fieldOf(value, 'Data')];
  if (isRecord(game)) return readGame(game, '/Game');
  if (fieldOf(value, 'Type') === 'game_end' && fieldOf(data, 'ID') !== undefined) return readGame(data, '/Data');
  return isRecord(value) ? readDetails(value) : undefined;
}

/** The platform's `/games/ID/details`: `{id, board: "11x11", game_type, frames}`. */
function readDetails({ id, board, game_type: type, status }: Record<string, unknown>): ViewerGame | undefined {
  const [, width, height] = typeof board === 'string' ? (/^(\d{1,3})x(\d{1,3})$/.exec(board) ?? []) : [];
  if (typeof id !== 'string' || width === undefined || height === undefined) return undefined;
  const game = readGame({ ID: id, Width: Number(width), Height: Number(height), Status: status }, 'the game');
  return withGiven(game, { gametype: typeof type === 'string' ? type : undefined });
}

/** The name or id of the winner that details of the platform state. */
function winnerIn(value: unknown): string | undefined {
  return isRecord(value) && typeof value['winner'] === 'string' ? value['winner'] : undefined;
}

/**
 * A game that only the command line describes, or the frame: the rules have the size of the board there. Its id is a
 * hash of its frames, so that it is stable.
 */
function givenGame(text: string, given: GivenGame, frame: unknown): ViewerGame {
  const { width = fieldOf(frame, 'Width'), height = fieldOf(frame, 'Height') } = given;
  if (width === undefined || height === undefined) {
    throw new SourceError(
      'has frames, but no "Game" with the size of the board. Give "import" --width and --height, or save the answer of /games/ID with them',
    );
  }
  const id = `file-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return withGiven(readGame({ ID: id, Width: width, Height: height }, 'the board'), given);
}
