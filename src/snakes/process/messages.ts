/**
 * The messages between a process runner and its children. Children that run a strategy get them as lines of JSON over
 * our own pipe, and import this file and nothing else of the runner; a dialect translates for all others.
 *
 * A request crosses as the text that arrived, in a line after its job. The child reads it as the host did, and takes
 * the dead off its board. That is less work for both sides than writing and parsing the canonical request as well: 152
 * instead of 181 µs of CPU for a whole answer (bodies of 2 KB, all on one core, Node 20).
 */
import { isRecord } from '../../errors/kind-of.js';
import { isDirection, MAX_SHOUT, type CleanMove } from '../../wire/move.js';
import { readNote } from '../../wire/note.js';
import { LATE_CAUSES } from '../../wire/responses.js';
import type { StrategyReport } from '../snake-report.js';
import { MAX_LINE, MAX_REASON } from '../strategy/call.js';
import type { OptionsFault } from '../strategy/options.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import type { AnsweredTurn, CallOutcome, TurnJob } from '../strategy/runner.js';

/** Most options that do not match their pattern that are reported. */
const MAX_MISMATCHES = 20;

/** The part of a job next to the body of its request. */
interface JobHead extends Pick<TurnJob, 'key' | 'dead' | 'lastTurn'> {
  readonly id: number;
}

/** A job. The next line is the body of its request. */
export type JobMessage =
  | ({ readonly type: 'start' | 'end' } & JobHead)
  /**
   * Both on the machine's monotonic clock ({@link toMachineTime}). `deadline` is the strategy's; a promise may settle
   * until `latest`.
   */
  | ({ readonly type: 'move'; readonly deadline: number; readonly latest: number } & JobHead);

/** The first message. `folder` does not exist yet; the child creates it for the import, and removes it afterwards. */
export interface LoadMessage {
  readonly type: 'load';
  readonly code: string;
  readonly folder: string;
  readonly keepsNotes: boolean;
  /** As configured, to check them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What the host sends after the greeting. */
export type ToChild =
  | { readonly type: 'options'; readonly options: Record<string, unknown> }
  | JobMessage
  /** The outcome of this `move` is no longer awaited. */
  | { readonly type: 'abandon'; readonly id: number }
  /** The time of this `move` is up, and the host has answered. Not sent to a child that knows its deadlines. */
  | { readonly type: 'expired'; readonly id: number }
  | { readonly type: 'forget'; readonly key: string }
  /** A core is free. Any later message ends the pondering. */
  | ({ readonly type: 'ponder' } & AnsweredTurn)
  | { readonly type: 'stop-pondering' };

/** Whether the body of a request follows. */
export function isJob(message: ToChild | LoadMessage): message is JobMessage {
  const { type } = message;
  return type === 'start' || type === 'move' || type === 'end';
}

export type FromChild =
  | { readonly type: 'loaded'; readonly shape: StrategyShape }
  | { readonly type: 'broken'; readonly reason: string }
  /** The job is done; a `move` has an outcome. */
  | { readonly type: 'done'; readonly id: number; readonly outcome?: CallOutcome }
  | { readonly type: 'proposed'; readonly id: number; readonly proposal: CleanMove }
  /** A `ponder` has returned; `isDone`: not because a message came. It may return before it began. */
  | { readonly type: 'pondered'; readonly isDone: boolean }
  /** From a child that does not report each `start`: every `start` before the job with this id has returned. */
  | { readonly type: 'started'; readonly before: number }
  | StrategyReport;

/**
 * Takes a value as one of our messages, within its limits; each field is picked, nothing else is kept. A strategy can
 * write anything to the same channel; a valid message may still be forged, which harms only that strategy's snake.
 * Never throws.
 */
export function readFromChild(value: unknown): FromChild | undefined {
  if (!isRecord(value)) return undefined;
  const { type, id, key, turn, reason, isDone, message, data } = value;
  switch (type) {
    case 'loaded':
      return isRecord(value['shape']) ? { type, shape: readShape(value['shape']) } : undefined;
    case 'broken':
      return isReason(reason) ? { type, reason } : undefined;
    case 'done': {
      if (typeof id !== 'number' || value['outcome'] === undefined)
        return typeof id === 'number' ? { type, id } : undefined;
      const outcome = readOutcome(value['outcome']);
      return outcome && { type, id, outcome };
    }
    case 'pondered':
      return typeof isDone === 'boolean' ? { type, isDone } : undefined;
    case 'proposed': {
      const proposal = pickMove(value['proposal']);
      return typeof id === 'number' && proposal ? { type, id, proposal } : undefined;
    }
    case 'logged':
      if (!isString(key) || !isCount(turn) || !isString(message, MAX_LINE) || !isShort(data)) return undefined;
      return { type, key, turn, message, data };
    case 'warned':
      return isString(key) && isCount(turn) && isReason(reason) ? { type, key, turn, reason } : undefined;
    default:
      return undefined;
  }
}

/** The host checks appearance and options. */
function readShape({ customization, options, mismatches, ponders }: Record<string, unknown>): StrategyShape {
  const found = Array.isArray(mismatches) ? mismatches.slice(0, MAX_MISMATCHES).flatMap(readMismatch) : undefined;
  return { customization, options, mismatches: found, ponders: ponders === true };
}

function readMismatch(value: unknown): OptionsFault[] {
  const { path, message } = isRecord(value) ? value : {};
  if (!Array.isArray(path) || !isReason(message)) return [];
  const steps = path.filter((step) => isString(step, MAX_REASON) || isCount(step));
  return steps.length === path.length ? [{ path: steps, message }] : [];
}

function readOutcome(value: unknown): CallOutcome | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, reason, cause, found } = value;
  const [move, proposal] = [pickMove(value['move']), pickMove(value['proposal'])];
  if (value['proposal'] !== undefined && proposal === undefined) return undefined;
  const more = {
    ...(proposal && { proposal }),
    ...(value['note'] !== undefined && { note: readNote(value['note']).note }),
    ...(typeof found === 'boolean' && { found }),
  };
  if (kind === 'moved') return move && { kind, move, ...more };
  if (kind === 'delegated') return { kind, ...more };
  if (!isReason(reason)) return undefined;
  if (kind === 'failed' || kind === 'illegal') return { kind, reason, ...more };
  const known = LATE_CAUSES.find((each) => each === cause);
  return kind === 'late' && known ? { kind, cause: known, reason, ...more } : undefined;
}

function pickMove(value: unknown): CleanMove | undefined {
  if (!isRecord(value)) return undefined;
  const { move, shout } = value;
  if (!isDirection(move)) return undefined;
  if (shout === undefined) return { move };
  return isString(shout, MAX_SHOUT) ? { move, shout } : undefined;
}

function isReason(value: unknown): value is string {
  return isString(value, MAX_REASON);
}

function isString(value: unknown, most = Infinity): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Whether the data of a log line is within the limits of a strategy's call. */
function isShort(data: unknown): data is Record<string, unknown> | undefined {
  if (data === undefined) return true;
  try {
    return isRecord(data) && JSON.stringify(data).length <= 2 * MAX_LINE;
  } catch {
    // Nested too deeply to be serialized again.
    return false;
  }
}

/** `performance.now()` counts from the start of a process; the machine's own clock is the same for all processes. */
const ORIGIN = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** Converts a moment from this process's `performance.now()` to the machine's clock, in ms. */
export function toMachineTime(moment: number): number {
  return moment + ORIGIN;
}

/** Converts a moment from the machine's clock to this process's `performance.now()`, in ms. */
export function fromMachineTime(moment: number): number {
  return moment - ORIGIN;
}
