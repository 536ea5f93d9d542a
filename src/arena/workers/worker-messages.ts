/** The messages between a match and its worker processes. Both sides import only this file of each other. */
import { Ajv } from 'ajv';
import { isRecord } from '../../errors/kind-of.js';
import { playedGameSchema, type GameRecord, type PlayedGame } from '../contest/game-record.js';
import type { Contest, Pairing, UnusableContestant } from '../contest/contest.js';
import { CALLS, type TracedCall } from './call-trace.js';

export type ToMatchWorker =
  | ({
      readonly type: 'load';
      readonly trace: string;
      /** For files that importing code needs. */
      readonly folder: string;
      /** The folder where games are written as lines of JSON. */
      readonly output?: string;
    } & Contest)
  /**
   * The games of one task. The worker plays one task after the other, and one game after the other. `isWatched`: it
   * announces each call.
   */
  | { readonly type: 'play'; readonly pairings: readonly Pairing[]; readonly isWatched: boolean };

export type FromMatchWorker =
  | { readonly type: 'loaded' }
  | { readonly type: 'unusable'; readonly unusable: readonly UnusableContestant[] }
  | { readonly type: 'broken'; readonly reason: string }
  /** The next call into a strategy, of a watched task: the following messages are from that strategy. */
  | { readonly type: 'calling'; readonly call: TracedCall }
  /** A task is done: its games, in order. */
  | { readonly type: 'played'; readonly records: readonly GameRecord[] };

/** Whether a message is valid. The strategies in the process can write anything to the same channel. */
export function isFromMatchWorker(value: unknown): value is FromMatchWorker {
  if (!isRecord(value)) return false;
  switch (value['type']) {
    case 'loaded':
      return true;
    case 'unusable':
      return Array.isArray(value['unusable']) && value['unusable'].every(isUnusable);
    case 'broken':
      return typeof value['reason'] === 'string';
    case 'calling':
      return isTracedCall(value['call']);
    case 'played':
      return Array.isArray(value['records']) && value['records'].every(isPlayedGame);
    default:
      return false;
  }
}

function isUnusable(value: unknown): value is UnusableContestant {
  if (!isRecord(value)) return false;
  const { contestant, path, message } = value;
  return (
    Number.isInteger(contestant) &&
    Array.isArray(path) &&
    path.every((key) => typeof key === 'string' || Number.isInteger(key)) &&
    typeof message === 'string'
  );
}

function isTracedCall(value: unknown): value is TracedCall {
  if (!isRecord(value)) return false;
  const { count, tasksDone, game, seat, call, turn } = value;
  return [count, tasksDone, game, seat, turn].every(Number.isFinite) && CALLS.some((name) => name === call);
}

const isGame = new Ajv({ validateSchema: false, removeAdditional: true }).compile<PlayedGame>(playedGameSchema);

/**
 * Whether a value is a finished game: a worker reports no other. Removes figures that this release does not know, of a
 * newer worker of a queue.
 */
export function isPlayedGame(value: unknown): value is PlayedGame {
  return isGame(value) && value.scores.length === value.seats.length;
}
