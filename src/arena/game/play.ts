/** Plays one game between snakes, mounted here or behind URLs: asks them as an engine does, in a given dialect. */
import type { Seat } from '../../rules/types.js';
import type { Frame } from '../../wire/frame.js';
import type { Introduction, Reply } from './arena-snake.js';
import { GameState } from './game-state.js';
import { fillPlayOptions, type Participant, type PlayOptions, type PlaySettings } from './play-options.js';
import type { EngineResult } from './watcher.js';

/** A game yields to the event loop after this many turns. */
const YIELD_EVERY_TURNS = 50;

/**
 * Plays a game to its end, to its last turn, or until `signal` stops it.
 *
 * The same seed and the same answers play the same game on every machine: nothing here looks at a clock. Rejects if the
 * map does not take the size or the number of snakes, before any snake is asked for a move, and if a watcher throws;
 * never because of a snake.
 */
export async function play(options: PlayOptions): Promise<EngineResult> {
  const settings = fillPlayOptions(options);
  const state = new GameState(settings, await introduceAll(settings));
  await startAll(settings, state);
  const stop = listenForAbort(settings.signal);
  while (!state.isOver) {
    if (!(await playOneTurn(settings, state, stop.aborted))) break;
    if (state.turn % YIELD_EVERY_TURNS === 0) await yieldToEventLoop();
  }
  stop.close();
  const isStopped = settings.signal?.aborted === true && !state.isOver;
  await endAll(settings, state, isStopped);
  const result = state.toResult(isStopped);
  const last = { game: state.game, frame: state.frame() };
  for (const watcher of settings.watchers) await watcher.ended?.(last, result);
  await yieldToEventLoop();
  return result;
}

/** Without this, snakes that never wait would block logs, timers and signals until the end of the game. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function introduceAll(settings: PlaySettings): Promise<Introduction[]> {
  const { participants, timeout } = settings;
  const introductions = await Promise.all(participants.map(async ({ snake }) => snake.introduce(timeout)));
  introductions.forEach(({ problem }, seat) => remark(settings, seat, problem));
  return introductions;
}

async function startAll(settings: PlaySettings, state: GameState): Promise<void> {
  const frame = state.frame();
  await notifyAll(settings, state, frame, 'start');
  for (const watcher of settings.watchers) await watcher.began?.({ game: state.game, frame });
}

/** Returns whether the turn was played: false if the game was stopped during it. */
async function playOneTurn(
  settings: PlaySettings,
  state: GameState,
  aborted: Promise<undefined> | undefined,
): Promise<boolean> {
  if (settings.signal?.aborted === true) return false;
  const frame = state.frame();
  const asking = askLiving(settings, state, frame);
  const replies = await (aborted === undefined ? asking : Promise.race([asking, aborted]));
  if (replies === undefined) return false;
  await ponderLiving(settings, state, frame, replies);

  const { moves, deaths } = state.playTurn(replies);
  for (const watcher of settings.watchers) await watcher.played?.({ game: state.game, frame, replies, moves, deaths });
  return true;
}

/** The replies by seat; `undefined` for the eliminated. */
async function askLiving(
  { participants, isSequential }: PlaySettings,
  state: GameState,
  frame: Frame,
): Promise<(Reply | undefined)[]> {
  const replies: (Reply | undefined)[] = participants.map(() => undefined);
  const ask = async (seat: Seat): Promise<void> => {
    replies[seat] = await participants[seat]!.snake.move(state.requestFor(seat, frame));
  };
  if (isSequential) for (const seat of state.livingSeats()) await ask(seat);
  else await Promise.all(state.livingSeats().map(ask));
  return replies;
}

/**
 * Lets snakes ponder one after the other, so that none takes time from another. As on a host, not after the first turn.
 */
async function ponderLiving(
  { participants }: PlaySettings,
  state: GameState,
  frame: Frame,
  replies: readonly (Reply | undefined)[],
): Promise<void> {
  if (frame.turn === 0) return;
  for (const seat of state.livingSeats()) {
    const { move } = replies[seat]!;
    if (move !== undefined) await participants[seat]!.snake.ponder?.(state.requestFor(seat, frame), move);
  }
}

/** Sends `/end` to every snake, the eliminated ones too, however the game ended. */
async function endAll(settings: PlaySettings, state: GameState, isStopped: boolean): Promise<void> {
  const { asksOnFinalBoard } = settings.dialect;
  if (asksOnFinalBoard && !isStopped) {
    const replies = await askLiving(settings, state, state.frame());
    replies.forEach((reply, seat) => reply && state.takeReply(seat, reply));
  }
  const frame = state.frame();
  await notifyAll(settings, state, { ...frame, turn: frame.turn + (asksOnFinalBoard ? 1 : 0) }, 'end');
}

async function notifyAll(
  settings: PlaySettings,
  state: GameState,
  frame: Frame,
  action: 'start' | 'end',
): Promise<void> {
  const { participants, isSequential } = settings;
  const notify = async ({ snake }: Participant, seat: Seat): Promise<void> => {
    const problem = await snake[action](state.requestFor(seat, frame));
    remark(settings, seat, problem);
  };
  if (!isSequential) return void (await Promise.all(participants.map(notify)));
  for (const [seat, participant] of participants.entries()) await notify(participant, seat);
}

function remark({ watchers }: PlaySettings, seat: Seat, problem: string | undefined): void {
  if (problem === undefined) return;
  for (const watcher of watchers) watcher.remarked?.(seat, problem);
}

/**
 * `aborted` resolves when the signal does; absent without a signal. `close` is needed as a signal may outlive many
 * games.
 */
function listenForAbort(signal: AbortSignal | undefined): { aborted?: Promise<undefined>; close(): void } {
  if (signal === undefined) return { close: () => {} };
  let onAbort!: () => void;
  const aborted = new Promise<undefined>((resolve) => (onAbort = () => resolve(undefined)));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return { aborted, close: () => signal.removeEventListener('abort', onAbort) };
}
