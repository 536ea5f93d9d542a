/** Plays one game between snakes, mounted here or behind URLs: asks as an engine asks, and keeps to the dialect it is given. */
import { beginTurn, isGameOver, playTurn } from '../../rules/game.js';
import { MAX_SNAKES, moveNumber, type Seat } from '../../rules/types.js';
import type { Frame } from '../../wire/frame.js';
import { SnakeRequest, type Introduction, type Reply } from './arena-snake.js';
import {
  countDeaths,
  toResult,
  createGameState,
  livingSeats,
  frameOf,
  takeReply,
  type GameState,
} from './game-state.js';
import { fillPlayOptions, type PlaySettings, type PlayOptions } from './game-options.js';
import type { EngineResult } from './watcher.js';

/** Turns after which the rest of the process gets a turn of its own. */
const BREATHER = 50;

/**
 * Plays a game to its end, its last turn, or until `signal` stops it.
 *
 * With a seed it is the same game every time, on every machine, as long as the snakes answer the same: nothing here looks
 * at a clock. Rejects when the map does not take the size or the number of snakes, before any snake has been asked for a
 * move, and when a watcher throws; never because of a snake.
 */
export async function play(given: PlayOptions): Promise<EngineResult> {
  const settings = fillPlayOptions(given);
  const table = createGameState(settings, await introduceAll(settings));
  await startAll(table);
  const stop = listen(settings.signal);
  while (!isOver(table)) {
    if (!(await playOneTurn(table, stop.came))) break;
    if (table.rules.position.turn % BREATHER === 0) await breathe();
  }
  stop.close();
  const isStopped = settings.signal?.aborted === true && !isOver(table);
  await endAll(table, isStopped);
  const result = toResult(table, isStopped);
  const shown = { game: table.game, frame: frameOf(table) };
  for (const watcher of settings.watchers) await watcher.ended?.(shown, result);
  await breathe();
  return result;
}

/**
 * Where no snake ever waits for anything, nothing but the game would run: what snakes tell besides, timers and signals would
 * wait for its end.
 */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isOver({ rules, settings: terms }: GameState): boolean {
  return isGameOver(rules) || rules.position.turn >= terms.maxTurns;
}

async function introduceAll(terms: PlaySettings): Promise<Introduction[]> {
  const all = await Promise.all(terms.participants.map(async ({ snake }) => snake.introduce(terms.timeout)));
  all.forEach(({ problem }, seat) => remark(terms, seat, problem));
  return all;
}

async function startAll(table: GameState): Promise<void> {
  const { settings: terms, game } = table;
  const frame = frameOf(table);
  await tellAll(table, frame, 'start');
  for (const watcher of terms.watchers) await watcher.began?.({ game, frame });
}

/** Returns whether the game goes on: not when it was stopped meanwhile. */
async function playOneTurn(table: GameState, stopped: Promise<undefined> | undefined): Promise<boolean> {
  const { rules, settings: terms, game } = table;
  if (terms.signal?.aborted === true) return false;
  beginTurn(rules);
  const frame = frameOf(table);
  const asking = askLiving(table, frame);
  const replies = await (stopped === undefined ? asking : Promise.race([asking, stopped]));
  if (replies === undefined) return false;

  const moves = replies.map((reply, seat) => reply && takeReply(table, seat, reply));
  const numbers = new Uint8Array(MAX_SNAKES);
  moves.forEach((move, seat) => (numbers[seat] = moveNumber(move ?? '')));
  playTurn(rules, numbers);
  const deaths = countDeaths(table);
  for (const watcher of terms.watchers) await watcher.played?.({ game, frame, replies, moves, deaths });
  return true;
}

/** The replies by seat; nothing for the eliminated. */
async function askLiving(table: GameState, frame: Frame): Promise<(Reply | undefined)[]> {
  const { settings: terms } = table;
  const replies: (Reply | undefined)[] = terms.participants.map(() => undefined);
  const ask = async (seat: Seat): Promise<void> => {
    const question = new SnakeRequest(table.game, frame, frame.snakes[seat]!);
    replies[seat] = await terms.participants[seat]!.snake.move(question);
  };
  if (terms.isSequential) for (const seat of livingSeats(table)) await ask(seat);
  else await Promise.all(livingSeats(table).map(ask));
  return replies;
}

/** Tells everybody, the eliminated too, whatever became of the game. */
async function endAll(table: GameState, isStopped: boolean): Promise<void> {
  const { asksOnFinalBoard } = table.settings.dialect;
  if (asksOnFinalBoard && !isStopped) {
    const replies = await askLiving(table, frameOf(table));
    replies.forEach((reply, seat) => reply && takeReply(table, seat, reply));
  }
  const frame = frameOf(table);
  await tellAll(table, { ...frame, turn: frame.turn + (asksOnFinalBoard ? 1 : 0) }, 'end');
}

async function tellAll({ settings: terms, game }: GameState, frame: Frame, action: 'start' | 'end'): Promise<void> {
  const tell = async ({ snake }: (typeof terms.participants)[number], seat: Seat): Promise<void> => {
    const problem = await snake[action](new SnakeRequest(game, frame, frame.snakes[seat]!));
    remark(terms, seat, problem);
  };
  if (!terms.isSequential) return void (await Promise.all(terms.participants.map(tell)));
  for (const [seat, entry] of terms.participants.entries()) await tell(entry, seat);
}

function remark({ watchers }: PlaySettings, seat: Seat, problem: string | undefined): void {
  if (problem === undefined) return;
  for (const watcher of watchers) watcher.remarked?.(seat, problem);
}

/** `came` resolves when the signal comes; absent where none can come. A signal may outlive thousands of games. */
function listen(signal: AbortSignal | undefined): { came?: Promise<undefined>; close(): void } {
  if (signal === undefined) return { close: () => {} };
  let hear!: () => void;
  const came = new Promise<undefined>((resolve) => (hear = () => resolve(undefined)));
  if (signal.aborted) hear();
  signal.addEventListener('abort', hear);
  return { came, close: () => signal.removeEventListener('abort', hear) };
}
