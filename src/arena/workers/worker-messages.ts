/** All that a match and the processes that play its games say to each other. */
import type { Pairing } from '../match/pairing.js';
import type { GameRecord } from '../match/game-record.js';
import type { MatchOptions } from '../match/match-options.js';

export type ToMatchWorker =
  | {
      readonly type: 'load';
      readonly options: Pick<MatchOptions, 'contestants' | 'game'>;
      /** The file of the {@link BlackBox}. */
      readonly blackBox: string;
      /** For the files that importing code takes. */
      readonly folder: string;
      /** Where games are written as lines of JSON. */
      readonly output?: string;
    }
  /** Jobs are done one after the other, and so are the games of a job. */
  | { readonly type: 'play'; readonly plans: readonly Pairing[] };

export type FromMatchWorker =
  | { readonly type: 'loaded' }
  | { readonly type: 'broken'; readonly reason: string }
  /** A job is done: its games, in their order. */
  | { readonly type: 'played'; readonly records: readonly GameRecord[] };

/** Whether a message is one of ours: a strategy's process can send, too, and some libraries do. */
export function isFromMatchWorker(value: unknown): value is FromMatchWorker {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'broken') return 'reason' in value && typeof value.reason === 'string';
  if (value.type === 'played') return 'records' in value && Array.isArray(value.records);
  return value.type === 'loaded';
}
