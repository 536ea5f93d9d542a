/** Plays one game between snakes, mounted here or behind URLs: asks as an engine asks, and keeps to the dialect it is given. */
import { beginTurn, isGameOver, playTurn } from '../rules/game.js';
import { MAX_SNAKES, moveNumber, type Seat } from '../rules/types.js';
import type { Frame } from '../wire/frame.js';
import { Question, type Introduction, type Reply } from './arena-snake.js';
import { countDeaths, judgeTable, layTable, livingSeats, showFrame, takeReply, type Table } from './table.js';
import { fillTerms, type GameTerms, type GivenTerms } from './terms.js';
import type { GameResult } from './watcher.js';

/** Turns after which the rest of the process gets a turn of its own. */
const BREATHER = 50;

/**
 * Plays a game to its end, its last turn, or until `signal` stops it.
 *
 * With a seed it is the same game every time, on every machine, as long as the snakes answer the same: nothing here looks
 * at a clock. Rejects when the map does not take the size or the number of snakes, before any snake has been asked for a
 * move, and when a watcher throws; never because of a snake.
 */
export async function play(given: GivenTerms): Promise<GameResult> {
  const terms = fillTerms(given);
  const table = layTable(terms, await introduceAll(terms));
  await startAll(table);
  const stop = listen(terms.signal);
  while (!isOver(table)) {
    if (!(await playOneTurn(table, stop.came))) break;
    if (table.rules.board.turn % BREATHER === 0) await breathe();
  }
  stop.close();
  const isStopped = terms.signal?.aborted === true && !isOver(table);
  await endAll(table, isStopped);
  const result = judgeTable(table, isStopped);
  const shown = { game: table.game, frame: showFrame(table) };
  for (const watcher of terms.watchers) await watcher.ended?.(shown, result);
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

function isOver({ rules, terms }: Table): boolean {
  return isGameOver(rules) || rules.board.turn >= terms.maxTurns;
}

async function introduceAll(terms: GameTerms): Promise<Introduction[]> {
  const all = await Promise.all(terms.entries.map(async ({ snake }) => snake.introduce(terms.timeout)));
  all.forEach(({ problem }, seat) => remark(terms, seat, problem));
  return all;
}

async function startAll(table: Table): Promise<void> {
  const { terms, game } = table;
  const frame = showFrame(table);
  await tellAll(table, frame, 'start');
  for (const watcher of terms.watchers) await watcher.began?.({ game, frame });
}

/** Returns whether the game goes on: not when it was stopped meanwhile. */
async function playOneTurn(table: Table, stopped: Promise<undefined> | undefined): Promise<boolean> {
  const { rules, terms, game } = table;
  if (terms.signal?.aborted === true) return false;
  beginTurn(rules);
  const frame = showFrame(table);
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
async function askLiving(table: Table, frame: Frame): Promise<(Reply | undefined)[]> {
  const { terms } = table;
  const replies: (Reply | undefined)[] = terms.entries.map(() => undefined);
  const ask = async (seat: Seat): Promise<void> => {
    const question = new Question(table.game, frame, frame.snakes[seat]!);
    replies[seat] = await terms.entries[seat]!.snake.move(question);
  };
  if (terms.isSequential) for (const seat of livingSeats(table)) await ask(seat);
  else await Promise.all(livingSeats(table).map(ask));
  return replies;
}

/** Tells everybody, the eliminated too, whatever became of the game. */
async function endAll(table: Table, isStopped: boolean): Promise<void> {
  const { asksOnFinalBoard } = table.terms.dialect;
  if (asksOnFinalBoard && !isStopped) {
    const replies = await askLiving(table, showFrame(table));
    replies.forEach((reply, seat) => reply && takeReply(table, seat, reply));
  }
  const frame = showFrame(table);
  await tellAll(table, { ...frame, turn: frame.turn + (asksOnFinalBoard ? 1 : 0) }, 'end');
}

async function tellAll({ terms, game }: Table, frame: Frame, action: 'start' | 'end'): Promise<void> {
  const tell = async ({ snake }: (typeof terms.entries)[number], seat: Seat): Promise<void> => {
    const problem = await snake[action](new Question(game, frame, frame.snakes[seat]!));
    remark(terms, seat, problem);
  };
  if (!terms.isSequential) return void (await Promise.all(terms.entries.map(tell)));
  for (const [seat, entry] of terms.entries.entries()) await tell(entry, seat);
}

function remark({ watchers }: GameTerms, seat: Seat, problem: string | undefined): void {
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
