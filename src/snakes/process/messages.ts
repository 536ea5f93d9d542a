/** All that host and child say to each other. Both sides import this and nothing of each other. */
import { isRecord } from '../../kind-of.js';
import { isDirection, type CleanMove } from '../../wire/move.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import type { CallOutcome, TurnJob } from '../strategy/runner.js';

export type ToChild =
  /** `folder` does not exist yet; it is there while the code is imported. */
  | { readonly type: 'load'; readonly code: string; readonly folder: string }
  | { readonly type: 'options'; readonly options: Record<string, unknown> }
  | ({ readonly type: 'start' | 'end'; readonly id: number } & TurnJob)
  /** `deadline` is on the machine's monotonic clock ({@link toMachineTime}). */
  | ({ readonly type: 'move'; readonly id: number; readonly deadline: number } & TurnJob)
  | { readonly type: 'forget'; readonly key: string };

export type FromChild =
  | { readonly type: 'loaded'; readonly shape: StrategyShape }
  | { readonly type: 'broken'; readonly reason: string }
  /** The job is over; a `move` brings its outcome. */
  | { readonly type: 'done'; readonly id: number; readonly outcome?: CallOutcome }
  | { readonly type: 'proposed'; readonly id: number; readonly proposal: CleanMove }
  | {
      readonly type: 'logged';
      readonly key: string;
      readonly turn: number;
      readonly message: string;
      readonly data?: Record<string, unknown> | undefined;
    }
  | { readonly type: 'complained'; readonly key: string; readonly turn: number; readonly reason: string };

/** Whether a message is one of ours. A strategy's process can send, too, and some libraries do: anything at all. */
export function isFromChild(value: unknown): value is FromChild {
  if (!isRecord(value)) return false;
  const { type, id, key, turn } = value;
  switch (type) {
    case 'loaded':
      return isRecord(value['shape']);
    case 'broken':
      return isText(value['reason']);
    case 'done':
      return typeof id === 'number' && (value['outcome'] === undefined || isOutcome(value['outcome']));
    case 'proposed':
      return typeof id === 'number' && isMove(value['proposal']);
    case 'logged':
      return isText(key) && typeof turn === 'number' && isText(value['message']) && isRecord(value['data'] ?? {});
    case 'complained':
      return isText(key) && typeof turn === 'number' && isText(value['reason']);
    default:
      return false;
  }
}

function isOutcome(value: unknown): value is CallOutcome {
  if (!isRecord(value)) return false;
  const { kind, move, reason, proposal } = value;
  if (kind === 'moved') return isMove(move);
  if (proposal !== undefined && !isMove(proposal)) return false;
  return kind === 'undecided' || ((kind === 'late' || kind === 'failed' || kind === 'illegal') && isText(reason));
}

function isMove(value: unknown): value is CleanMove {
  return isRecord(value) && isDirection(value['move']) && isText(value['shout'] ?? '');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** `performance.now()` counts from the start of a process; the machine's own clock is the same for all of them. */
const ORIGIN = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** From this process's `performance.now()` to the machine's clock, in ms. */
export function toMachineTime(moment: number): number {
  return moment + ORIGIN;
}

/** From the machine's clock to this process's `performance.now()`, in ms. */
export function fromMachineTime(moment: number): number {
  return moment - ORIGIN;
}
