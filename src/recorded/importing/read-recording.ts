/** Reads recordings of `play -o`, `compare --output-dir` and the official command-line tool, and saved requests. */
import { usageFault } from '../../errors/errors.js';
import { isRecord, kindOf } from '../../errors/kind-of.js';
import { finalTurnOf, toLastAsked } from '../../inference/final-turn.js';
import { ELIMINATION_CAUSES } from '../../rules/types.js';
import { readRequest, RequestError } from '../../wire/reader.js';
import type { Board } from '../../wire/resources.js';
import { fieldOf, type FileValue } from '../read-values.js';
import { SourceError, type GameBoards, type ReadBoard, type StatedDeath } from './game-boards.js';

/**
 * The game in the values of a recording, finished or not: perhaps a line about the game, then turns, then perhaps the
 * result. The command-line tool writes neither moves nor deaths; saved requests are turns alone, some of them repeated.
 * Throws a `UsageError` that names the invalid line.
 */
export function readRecording(file: string, values: readonly FileValue[]): GameBoards {
  const has = (name: string) => fieldOf(values[0]!.value, name) !== undefined;
  const isAbout = has('id') && !has('board') && !has('turn');
  const result = values.length > 1 ? readResult(values.at(-1)!.value) : undefined;
  const turns = values.slice(isAbout ? 1 : 0, result && -1).map((value) => readTurn(file, value));
  const games = new Set(turns.map(({ request }) => request.game.id));
  if (games.size > 1) throw new SourceError(`has turns of ${games.size} games. Save each in a separate file`);
  const byTurn = new Map(turns.map((turn) => [turn.request.turn, turn]));
  const sorted = [...byTurn.values()].sort((a, b) => a.request.turn - b.request.turn);
  const [first, ...others] = isAbout || result ? sorted : numberEnd(sorted);
  if (first === undefined) throw new SourceError('contains no turns. Was the game stopped before its first one?');
  return { boards: [first, ...others], unknown: first.request.game.map === '' ? ['map'] : [], result };
}

/** Gives an `/end` among saved requests the number of its board, or leaves it out if a move was asked there. */
function numberEnd(turns: readonly ReadBoard[]): readonly ReadBoard[] {
  const [before, last] = turns.slice(-2);
  if (before === undefined || last === undefined) return turns;
  const turn = finalTurnOf(last.request, toLastAsked(before.request));
  const isRepeated = turn === before.request.turn;
  return [...turns.slice(0, -1), ...(isRepeated ? [] : [{ ...last, request: { ...last.request, turn } }])];
}

function readResult(value: unknown): GameBoards['result'] {
  if (!isRecord(value)) return undefined;
  const { winnerId: winner, isDraw, turns: count } = value;
  const turns = typeof count === 'number' ? count : undefined;
  if (turns === undefined && typeof winner !== 'string') return undefined;
  return { winner: typeof winner === 'string' ? winner : '', isDraw: isDraw === true, turns };
}

function readTurn(file: string, { value, line }: FileValue): ReadBoard {
  if (!isRecord(value)) throw usageFault({ source: file, line }, `is ${kindOf(value)}, not a turn.`);
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
    throw usageFault({ source: file, line }, `is not a turn: ${thrown.message}.`);
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
