/**
 * Reads the files of `play -o`, `compare --output-dir` and the official command-line tool, as the game of one of their
 * snakes.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason, readBytes } from '../../config/read-text.js';
import { didYouMean } from '../../errors/did-you-mean.js';
import { messageOf, usageFault } from '../../errors/errors.js';
import { countsOneMore } from '../../inference/final-turn.js';
import { LOAD_LIMITS } from '../../recorded/importing/load-game.js';
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { isRecord } from '../../errors/kind-of.js';
import { describeCause, describeDeath } from '../../rules/describe-death.js';
import { formatCount } from '../../views/numbers.js';
import { cellsAlong } from '../../drawing/board-drawing.js';
import { DIRECTIONS, ELIMINATION_CAUSES } from '../../rules/types.js';
import { parseRequest, RequestError, readRequest } from '../../wire/reader.js';
import type { GameRequest, Snake } from '../../wire/resources.js';
import { isPositionFixture, parsePositionFixture } from '../../terminal/position-fixture.js';
import type { RecordingDeath, Recording, RecordingTurn } from './recording.js';

/** The fields of a line: of a turn, all but the request; of the last line, the result. */
interface Line {
  readonly moves?: Readonly<Record<string, string>>;
  readonly deaths?: readonly LineDeath[];
  readonly winnerName?: string;
  readonly isDraw?: boolean;
  readonly turns?: number;
  /** True for the last line of a finished game. */
  readonly isResult: boolean;
}

interface LineDeath {
  readonly id?: string;
  readonly name: string;
  readonly cause: string;
  readonly by?: string;
  readonly turn: number;
}

export interface FileTurn {
  readonly request: GameRequest;
  /** By id of the snake. */
  readonly moves: Readonly<Record<string, string>>;
  readonly deaths: readonly RecordingDeath[];
}

export interface RecordingFile {
  readonly file: string;
  readonly turns: readonly [FileTurn, ...FileTurn[]];
  /** True if the game was not cut off. */
  readonly isComplete: boolean;
  /** How it ended, for people: `won by greedy after 81 turns`. */
  readonly result: string;
}

/** The content of a file with a game or position. Throws a `UsageError` if it is unreadable or too large. */
export function readFile(file: string): string {
  try {
    return readBytes(file, LOAD_LIMITS.maxGameBytes).toString();
  } catch (thrown) {
    throw usageFault(file, `${diskReason(thrown)}.`);
  }
}

/** The file itself, or all files below a folder, by path. Throws a `UsageError` if there is nothing. */
export function listFiles(place: string): string[] {
  try {
    if (!statSync(place).isDirectory()) return [place];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (thrown) {
    throw usageFault(place, `${diskReason(thrown)}.`);
  }
}

/**
 * The request in a file with one position: of a fixture, or a body as engines send it. `undefined` for any other file.
 * Throws a `UsageError` that names the fault of a position.
 */
export function readPosition(file: string): string | undefined {
  const content = readFile(file);
  const isFixture = isPositionFixture(content);
  const text = isFixture ? parsePositionFixture(file, content).text : content;
  try {
    parseRequest(text);
    return text;
  } catch (thrown) {
    if (!isFixture) return undefined;
    throw usageFault(file, `has no request that can be read: ${messageOf(thrown)}.`);
  }
}

/** Reads a game, finished or not. Throws a `UsageError` that names the invalid line. */
export function readGameFile(file: string, values = parseLines(file, readFile(file))): RecordingFile {
  const parsed = values.map((value, index) => toLine(file, value, index + 1));
  const last = parsed.at(-1);
  const hasResult = last !== undefined && values.length > 1 && last.isResult;
  const turns = values.slice(1, hasResult ? -1 : undefined).map((value, index): FileTurn => {
    const request = readTurn(file, value, index + 2);
    const { moves = {}, deaths = [] } = parsed[index + 1]!;
    return { request, moves, deaths: deaths.map((death) => toDeath(death, request)) };
  });
  const [first, ...others] = turns;
  if (first === undefined) throw usageFault(file, 'contains no turns. Was it written by "play -o"?');
  const final = turns.at(-1)!.request;
  const result = hasResult ? formatEnd(last, final) : `cut off on turn ${final.turn}`;
  return { file, turns: [first, ...others], isComplete: hasResult, result };
}

/**
 * The snake of a file that the user names, or the first one. Throws a `UsageError` if there is no such snake in the
 * game.
 */
export function findSnake({ file, turns: [first] }: RecordingFile, name?: string): Snake {
  const { snakes } = first.request.board;
  const found = name === undefined ? snakes[0] : snakes.find((snake) => [snake.name, `/${snake.name}`].includes(name));
  if (found !== undefined) return found;
  if (snakes.length === 0) throw usageFault(file, 'has no snake on its first board.');
  const names = snakes.map((snake) => snake.name);
  const hint = didYouMean(name ?? '', names) || ` Its snakes are ${names.join(', ')}.`;
  throw usageFault('--you', `"${name}" does not play in ${file}.${hint}`);
}

export function toFileRecording(game: RecordingFile, you: Snake): Recording {
  const { id, ruleset, map } = game.turns[0].request.game;
  const others = game.turns[0].request.board.snakes.filter((snake) => snake.id !== you.id);
  const against = others.length === 0 ? 'alone' : `against ${others.map((snake) => snake.name).join(', ')}`;
  const deaths = deathsIn(game.turns);
  const mine = deaths.find((death) => death.id === you.id);
  const nameOf = (by = '') => others.find((snake) => snake.id === by)?.name;
  return {
    title: `${id}: ${you.name} ${against}, ${[ruleset.name, map].filter(Boolean).join(' on ')}`,
    turns: toTurns(game, you),
    result: mine === undefined ? game.result : `${you.name} ${describeDeath(mine, nameOf(mine.by))}; ${game.result}`,
    you: you.id,
    deaths,
    isFile: true,
  };
}

/** The deaths of a game. The command-line tool writes none: its dead are off the board, and the cause is unknown. */
export function deathsIn(turns: readonly FileTurn[]): RecordingDeath[] {
  const recorded = turns.flatMap(({ deaths }) => deaths);
  if (recorded.length > 0) return recorded;
  return turns.slice(1).flatMap(({ request: { board, turn } }, index) => {
    const gone = turns[index]!.request.board.snakes.filter(({ id }) => board.snakes.every((snake) => snake.id !== id));
    return gone.map(({ id }) => ({ id, cause: undefined, turn }));
  });
}

/** Each turn as the snake was asked; after its death it is shown as it last was. */
function toTurns({ turns }: RecordingFile, first: Snake): RecordingTurn[] {
  let you = first;
  return turns.map(({ request, moves, deaths }, index) => {
    const living = request.board.snakes.find(({ id }) => id === you.id);
    you = living ?? you;
    const asked: GameRequest = { ...request, you };
    const isAsked = living !== undefined && (moves[you.id] !== undefined || index < turns.length - 1);
    const made = Object.entries(moves).map(([id, move]) => `${nameIn(request, id)} ${move}`);
    const died = deaths.map(({ id, cause, by = '' }) => {
      const killer = request.board.snakes.find((snake) => snake.id === by)?.name;
      return `${nameIn(request, id)} ${describeCause(cause, killer)}`;
    });
    const notes = [made.join(', '), ...died].filter((note) => note !== '');
    return { request: asked, text: isAsked ? JSON.stringify(asked) : undefined, move: moves[you.id], notes };
  });
}

/** The game of `snake` until its death, for an autopsy; without a cause if it survived. */
export function toAutopsyInput({ turns }: RecordingFile, snake: Snake): AutopsyInput {
  const asked = turns.flatMap((turn) => {
    const you = turn.request.board.snakes.find(({ id }) => id === snake.id);
    const move = DIRECTIONS.find((direction) => direction === turn.moves[snake.id]);
    return you === undefined || move === undefined ? [] : [{ turn, you, move }];
  });
  const last = asked.at(-1);
  const death = last?.turn.deaths.find(({ id }) => id === snake.id);
  const next = last && turns[turns.indexOf(last.turn) + 1];
  const names = new Map(turns[0].request.board.snakes.map(({ id, name }) => [id, name]));
  const killer = death?.by === undefined ? undefined : names.get(death.by);
  return {
    you: snake.id,
    ...(death && { died: death.turn }),
    list: asked.map(({ turn: { request }, you, move }) => {
      return { turn: request.turn, body: JSON.stringify({ ...request, you }), answer: { move } };
    }),
    ...(death?.cause !== undefined && { cause: death.cause }),
    ...(killer !== undefined && { killer }),
    ...(last && next && { end: JSON.stringify(toEnd(next.request, last.turn, last.you)) }),
  };
}

/** The snakes that died on a turn, at the end of their last step. */
export function diedOn({ request, moves, deaths }: FileTurn): Snake[] {
  return deaths.flatMap(({ id }) => {
    const snake = request.board.snakes.find((each) => each.id === id);
    return snake === undefined ? [] : [stepOn(request, snake, moves[id] ?? '')];
  });
}

/** The board after a turn as an `/end`, with the snakes that died on it at the end of their last step. */
function toEnd(next: GameRequest, turn: FileTurn, you: Snake): GameRequest {
  const died = diedOn(turn);
  const living = next.board.snakes.filter(({ id }) => died.every((snake) => snake.id !== id));
  const snakes = [...living, ...died];
  return { ...next, board: { ...next.board, snakes }, you: snakes.find(({ id }) => id === you.id) ?? you };
}

/** The snake one step further, and one turn hungrier. */
function stepOn({ game, board: { width, height } }: GameRequest, snake: Snake, move: string): Snake {
  const made = DIRECTIONS.find((direction) => direction === move) ?? 'up';
  const [, target] = cellsAlong({ width, height, wraps: game.ruleset.name.startsWith('wrapped') }, snake.body[0]!, [
    made,
  ]);
  const health = Math.max(0, snake.health - 1);
  return { ...snake, head: target!, health, body: [target!, ...snake.body.slice(0, -1)] };
}

const WRONG_FILE = 'Was this file written by "play -o"?';

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

/** Takes only fields of the right type: the file may be damaged or edited. */
function toLine(file: string, value: unknown, line: number): Line {
  if (!isRecord(value)) throw usageFault({ source: file, line }, `is not an object. ${WRONG_FILE}`);
  const { moves, deaths, winnerName, isDraw, turns } = value;
  return {
    ...(isRecord(moves) && { moves: onlyStrings(moves) }),
    ...(Array.isArray(deaths) && { deaths: deaths.filter(isLineDeath) }),
    ...(typeof winnerName === 'string' && { winnerName }),
    isDraw: isDraw === true,
    ...(typeof turns === 'number' && { turns }),
    isResult: typeof turns === 'number' || typeof value['winnerId'] === 'string',
  };
}

function onlyStrings(record: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

function isLineDeath(value: unknown): value is LineDeath {
  if (!isRecord(value)) return false;
  const { id = '', name, cause, by = '', turn } = value;
  return [id, name, cause, by].every((part) => typeof part === 'string') && typeof turn === 'number';
}

function readTurn(file: string, value: unknown, line: number): GameRequest {
  try {
    return readRequest(value);
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    const message = `is not a turn: ${thrown.message}. ${WRONG_FILE}`;
    throw usageFault({ source: file, line }, message);
  }
}

function toDeath({ id, name, cause, by, turn }: LineDeath, { board }: GameRequest): RecordingDeath {
  const known = id ?? board.snakes.find((snake) => snake.name === name)?.id ?? name;
  return { id: known, cause: ELIMINATION_CAUSES.find((each) => each === cause), by: by || undefined, turn };
}

/** How the game ended, with its engine's turn count. */
function formatEnd({ winnerName = '', isDraw, turns }: Line, { game, turn, board }: GameRequest): string {
  const count = turns ?? turn + (countsOneMore(game) ? 1 : 0);
  const after = `after ${formatCount(count, 'turn')}`;
  if (isDraw && board.snakes.length > 0)
    return `stopped ${after}; alive: ${board.snakes.map(({ name }) => name).join(', ')}`;
  const winner = winnerName === '' ? 'over' : `won by ${winnerName}`;
  return `${isDraw ? 'drawn' : winner} ${after}`;
}

function nameIn({ board }: GameRequest, id: string): string {
  return board.snakes.find((snake) => snake.id === id)?.name ?? id;
}
