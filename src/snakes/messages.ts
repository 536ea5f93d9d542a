/** All that host and child say to each other. Both sides import this and nothing of each other. */
import type { StrategyShape } from './exports.js';
import type { Outcome, TurnJob } from './runner.js';

export type ToChild =
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
  | { readonly type: 'done'; readonly id: number; readonly outcome?: Outcome }
  | { readonly type: 'proposed'; readonly id: number; readonly proposal: Proposal }
  | {
      readonly type: 'logged';
      readonly key: string;
      readonly turn: number;
      readonly message: string;
      readonly data?: Record<string, unknown> | undefined;
    }
  | { readonly type: 'complained'; readonly key: string; readonly turn: number; readonly reason: string };

type Proposal = NonNullable<Extract<Outcome, { proposal?: unknown }>['proposal']>;

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
