/** Finds a recorded game, in the journal or in a file that `play -o` wrote. Called by `replay` and `autopsy`. */
import { existsSync, readFileSync } from 'node:fs';
import { diskReason } from '../../config/read-text.js';
import { messageOf, usageFault } from '../../errors.js';
import type { GameSummary, KeptGame, KeptTurn } from '../../journal/kept-game.js';
import { RequestError, parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { openJournal } from '../open-journal.js';

/** One turn that can be shown, and asked again. */
export interface ReplayTurn {
  readonly request: GameRequest;
  /** The request as it arrived. */
  readonly text: string;
  /** What happened, for people. */
  readonly notes: readonly string[];
}

/** A recorded game, from the journal or from a file. */
export interface Recording {
  readonly title: string;
  readonly turns: readonly ReplayTurn[];
  /** The `/end`; absent if none came, and always in a file, whose last turn is the final position. */
  readonly end?: GameRequest | undefined;
  /** How it ended, for people. */
  readonly result: string;
  /** In the journal: the snake that was asked. */
  readonly asked?: Pick<GameSummary, 'snake' | 'experiment' | 'variant'>;
}

/** A game from a file or the journal. Throws a `UsageError` if there is no such game, or if there are several. */
export async function findRecording(game: string, config: string): Promise<Recording> {
  return existsSync(game) ? readLines(game) : toRecording(await findKept(game, config));
}

/**
 * A game of the journal, by its id or the engine's. Throws a `UsageError` if there is none, or if there are several.
 */
export async function findKept(id: string, config: string): Promise<KeptGame> {
  const journal = await openJournal(config);
  try {
    const found = await journal.findIds(id);
    const exact = found.filter((one) => one.id === id);
    const [only, ...others] = exact.length === 1 ? exact : found;
    if (only === undefined) {
      throw usageFault(
        id,
        'is neither a file nor a game in the journal. GET /api/games on the admin port lists the games.',
      );
    }
    if (others.length > 0) {
      const games = found.map((one) => `${one.id} (${one.snake})`);
      throw usageFault(id, `could be ${games.join(' or ')}. Which one?`);
    }
    return (await journal.findGame(only.id))!;
  } finally {
    await journal.close();
  }
}

/** Turns a game of the journal into a recording. */
export function toRecording(game: KeptGame): Recording {
  const { id, snake, ruleset, map, opponents, variant, list, end } = game;
  const played = variant === undefined ? snake : `${snake} (${variant})`;
  const against = opponents.length === 0 ? 'alone' : `against ${opponents.join(', ')}`;
  return {
    title: `${id}: ${played} ${against}, ${[ruleset, map].filter(Boolean).join(' on ')}`,
    turns: list.map((turn) => ({ request: parseRequest(turn.body), text: turn.body, notes: [noteOf(turn)] })),
    end: end === undefined ? undefined : parseRequest(end),
    result: [formatResult(game), ...formatPlace(game), ...formatCause(game)].join(', '),
    asked: game,
  };
}

const RESULTS = { win: 'won', draw: 'drawn', loss: 'lost', abandoned: 'abandoned' } as const;

/** How a kept game ended, and when: `won on turn 81`. */
export function formatResult({ result, turns }: Pick<GameSummary, 'result' | 'turns'>): string {
  return `${result === undefined ? 'under way' : RESULTS[result]} on turn ${turns}`;
}

function formatPlace({ place, snakes }: KeptGame): string[] {
  return place === undefined ? [] : [`place ${place} of ${snakes}`];
}

function formatCause({ cause, killer }: KeptGame): string[] {
  if (cause === undefined) return [];
  return [killer === undefined || cause === 'snake-self-collision' ? cause : `${cause} by ${killer}`];
}

function noteOf({ answer, budget, feedback }: KeptTurn): string {
  const { kind, move, shout, took } = answer;
  const said = [
    `${kind === 'moved' ? 'answered' : `${kind}, sent`} ${move} after ${took.toFixed(1)} of ${budget.toFixed(0)} ms`,
    ...('reason' in answer ? [answer.reason] : []),
    ...(shout === undefined ? [] : [JSON.stringify(shout)]),
    ...(feedback?.used === 'no' ? ['the engine did not use it'] : []),
    ...(feedback === undefined || feedback.latency === '' ? [] : [`latency ${feedback.latency}`]),
  ];
  return said.join(', ');
}

/** What is read of a line that `play -o` wrote: of a turn, all but the request; of the last line, the result. */
interface Line {
  readonly moves?: Readonly<Record<string, string>>;
  readonly deaths?: readonly { readonly name: string; readonly cause: string; readonly turn: number }[];
  readonly winnerName?: string;
  readonly isDraw?: boolean;
  readonly turns?: number;
}

/** The content of a file. Throws a `UsageError` if it cannot be read. */
export function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw usageFault(file, `${diskReason(thrown)}.`);
  }
}

function readLines(file: string): Recording {
  const lines = readFile(file)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const turns = lines.slice(1, -1).map((text, index): ReplayTurn => {
    const line = parse(file, text, index + 2) as Line;
    const request = readTurn(file, text, index + 2);
    const moves = Object.entries(line.moves ?? {}).map(([id, move]) => `${nameIn(request, id)} ${move}`);
    const deaths = (line.deaths ?? []).map(({ name, cause }) => `${name} dies: ${cause}`);
    return { request, text, notes: [moves.join(', '), ...deaths].filter((note) => note !== '') };
  });
  if (turns.length === 0) throw usageFault(file, 'contains no turns. Was it written by "play -o"?');
  const {
    winnerName = '',
    isDraw,
    turns: last = turns.at(-1)!.request.turn,
  } = parse(file, lines.at(-1)!, lines.length) as Line;
  const winner = winnerName === '' ? 'over' : `won by ${winnerName}`;
  const [{ request }] = turns as [ReplayTurn];
  const { ruleset, map, id } = request.game;
  return {
    title: `${id}: ${[ruleset.name, map].filter(Boolean).join(' on ')}`,
    turns,
    result: `${isDraw ? 'drawn' : winner} on turn ${last}`,
  };
}

function parse(file: string, text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw usageFault({ source: file, line }, `is not JSON: ${messageOf(thrown)}`);
  }
}

function readTurn(file: string, text: string, line: number): GameRequest {
  try {
    return parseRequest(text);
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    const message = `is not a turn: ${thrown.message}. Was this file written by "play -o"?`;
    throw usageFault({ source: file, line }, message);
  }
}

function nameIn({ board }: GameRequest, id: string): string {
  return board.snakes.find((snake) => snake.id === id)?.name ?? id;
}
