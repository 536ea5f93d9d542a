/** A recorded game, from the journal or from a file of lines of JSON as `play -o` writes them. */
import { existsSync, readFileSync } from 'node:fs';
import { diskReason } from '../../config/disk.js';
import { UsageError, messageOf } from '../../errors.js';
import type { GameSummary, KeptGame, KeptTurn } from '../../journal/kept-game.js';
import { RequestError, parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { openJournal } from '../open-journal.js';

/** One turn that can be shown, and asked again. */
export interface ReplayTurn {
  readonly request: GameRequest;
  /** The request as it arrived. */
  readonly text: string;
  /** What was made of it, for people. */
  readonly notes: readonly string[];
}

export interface Recording {
  readonly title: string;
  readonly turns: readonly ReplayTurn[];
  /** The `/end`; absent where none came, and where the last turn is the end. */
  readonly end?: GameRequest | undefined;
  /** How it ended, for people. */
  readonly result: string;
  /** Where the journal has it from: the snake that was asked. */
  readonly asked?: Pick<GameSummary, 'snake' | 'experiment' | 'variant'>;
}

/** Throws a {@link UsageError} where there is no such game, or there are several. */
export async function findRecording(game: string, config: string): Promise<Recording> {
  return existsSync(game) ? readLines(game) : toRecording(await findKept(game, config));
}

/** A game of the journal. Throws a {@link UsageError} where there is no such game, or there are several. */
export async function findKept(word: string, config: string): Promise<KeptGame> {
  const journal = await openJournal(config);
  try {
    const found = await journal.findIds(word);
    const exact = found.filter(({ id }) => id === word);
    const [only, ...others] = exact.length === 1 ? exact : found;
    if (only === undefined) throw fault(word, 'is neither a file nor a game that is kept. "/api/games" lists those.');
    if (others.length > 0)
      throw fault(word, `may be ${found.map(({ id, snake }) => `${id} (${snake})`).join(', ')}. Which?`);
    return (await journal.findGame(only.id))!;
  } finally {
    await journal.close();
  }
}

/** A game of the journal, to be shown. */
export function toRecording(game: KeptGame): Recording {
  const {
    id,
    snake,
    ruleset,
    map,
    opponents,
    variant,
    result = 'under way',
    place,
    snakes,
    turns,
    cause,
    killer,
  } = game;
  const against = opponents.length === 0 ? 'alone' : `against ${opponents.join(', ')}`;
  const ended = [
    `${result} on turn ${turns}`,
    ...(place === undefined ? [] : [`place ${place} of ${snakes}`]),
    ...(cause === undefined
      ? []
      : [`${cause}${killer === undefined || cause === 'snake-self-collision' ? '' : ` by ${killer}`}`]),
  ];
  return {
    title: `${id}: ${snake}${variant === undefined ? '' : ` (${variant})`} ${against}, ${[ruleset, map].filter(Boolean).join(' on ')}`,
    turns: game.list.map((turn) => ({ request: parseRequest(turn.body), text: turn.body, notes: [noteOf(turn)] })),
    end: game.end === undefined ? undefined : parseRequest(game.end),
    result: ended.join(', '),
    asked: game,
  };
}

function noteOf({ answer, budget, aftermath }: KeptTurn): string {
  const { kind, move, shout, took } = answer;
  const said = [
    `${kind === 'moved' ? 'answered' : `${kind}, sent`} ${move} after ${took.toFixed(1)} of ${budget.toFixed(0)} ms`,
    ...('reason' in answer ? [answer.reason] : []),
    ...(shout === undefined ? [] : [JSON.stringify(shout)]),
    ...(aftermath?.used === 'no' ? ['the engine did not use it'] : []),
    ...(aftermath === undefined || aftermath.latency === '' ? [] : [`latency ${aftermath.latency}`]),
  ];
  return said.join(', ');
}

/** A line as `play -o` writes it: a request, with the moves beside it. */
interface Line {
  readonly moves?: Readonly<Record<string, string>>;
  readonly deaths?: readonly { readonly name: string; readonly cause: string; readonly turn: number }[];
  readonly winnerName?: string;
  readonly isDraw?: boolean;
  readonly turns?: number;
}

/** What a file holds. Throws a {@link UsageError} where it cannot be read. */
export function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw fault(file, `${diskReason(thrown)}.`);
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
  if (turns.length === 0) throw fault(file, 'holds no turns. Is it a game as "play -o" writes it?');
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
    throw new UsageError([{ source: file, line, message: `is not JSON: ${messageOf(thrown)}` }]);
  }
}

function readTurn(file: string, text: string, line: number): GameRequest {
  try {
    return parseRequest(text);
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown;
    const message = `is no turn: ${thrown.message}. Is it one game as "play -o" writes it?`;
    throw new UsageError([{ source: file, line, message }]);
  }
}

function nameIn({ board }: GameRequest, id: string): string {
  return board.snakes.find((snake) => snake.id === id)?.name ?? id;
}

function fault(file: string, message: string): UsageError {
  return new UsageError([{ source: file, message }]);
}
