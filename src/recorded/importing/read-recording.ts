/** Reads recordings: the files of `play -o`, `compare --output-dir` and the official command-line tool. */
import { messageOf, usageFault } from '../../errors/errors.js';
import { isRecord } from '../../errors/kind-of.js';
import { ELIMINATION_CAUSES } from '../../rules/types.js';
import { readRequest, RequestError } from '../../wire/reader.js';
import type { Board } from '../../wire/resources.js';
import type { GameBoards, ReadBoard, StatedDeath } from './game-boards.js';
import { LOAD_LIMITS } from './load-game.js';

const WRONG_FILE = 'Was this file written by "play -o"?';

/**
 * The game in the lines of a recording, finished or not: a line about the game, the turns, and the result. The
 * command-line tool writes neither moves nor deaths. Throws a `UsageError` that names the invalid line.
 */
export function readRecording(file: string, lines: readonly unknown[]): GameBoards {
  const result = lines.length > 1 ? readResult(lines.at(-1)) : undefined;
  const turns = lines.slice(0, result && -1).map((value, index) => {
    if (!isRecord(value)) throw usageFault({ source: file, line: index + 1 }, `is not an object. ${WRONG_FILE}`);
    return index === 0 ? undefined : readTurn(file, value, index + 1);
  });
  const [first, ...others] = turns.slice(1).map((turn) => turn!);
  if (first === undefined) throw usageFault(file, `contains no turns. ${WRONG_FILE}`);
  return { boards: [first, ...others], unknown: first.request.game.map === '' ? ['map'] : [], result };
}

function readResult(value: unknown): GameBoards['result'] {
  if (!isRecord(value)) return undefined;
  const { winnerId: winner, isDraw, turns: count } = value;
  const turns = typeof count === 'number' ? count : undefined;
  if (turns === undefined && typeof winner !== 'string') return undefined;
  return { winner: typeof winner === 'string' ? winner : '', isDraw: isDraw === true, turns };
}

function readTurn(file: string, value: Record<string, unknown>, line: number): ReadBoard {
  try {
    const request = readRequest(value);
    const { moves, deaths } = value;
    // Each snake of a board may become the "you" of a request.
    const snakes = request.board.snakes.filter(({ id, body }) => id !== '' && body.length > 0);
    const board = { ...request.board, snakes };
    const stated = Array.isArray(deaths) ? deaths.flatMap((death) => readDeath(death, board)) : [];
    return { request: { ...request, board }, moves: isRecord(moves) ? moves : undefined, deaths: stated };
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    throw usageFault({ source: file, line }, `is not a turn: ${thrown.message}. ${WRONG_FILE}`);
  }
}

/** Takes only fields of the right type: the file may be damaged or edited. */
function readDeath(value: unknown, { snakes }: Board): StatedDeath[] {
  if (!isRecord(value) || typeof value['turn'] !== 'number') return [];
  const { turn, cause, by } = value;
  const id = value['id'] ?? snakes.find(({ name }) => name === value['name'])?.id;
  if (typeof id !== 'string') return [];
  const known = ELIMINATION_CAUSES.find((each) => each === cause);
  return [{ id, turn, cause: known, by: typeof by === 'string' && by !== '' ? by : undefined }];
}

/** The JSON values of the non-empty lines of a file. Throws a `UsageError` that names an invalid line. */
export function parseLines(file: string, text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > LOAD_LIMITS.maxFrames)
    throw usageFault(file, `has ${lines.length} lines, which are too many for a game.`);
  return lines.map((line, index): unknown => {
    try {
      return JSON.parse(line);
    } catch (thrown) {
      const likely = index === 0 ? WRONG_FILE : 'Was the file cut off?';
      throw usageFault({ source: file, line: index + 1 }, `is not JSON: ${messageOf(thrown)}. ${likely}`);
    }
  });
}
