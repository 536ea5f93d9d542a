/** What `QueuePlayer` knows of pairs that are not settled. */
import type { GameRecord } from '../arena/contest/game-record.js';
import type { Pairing } from '../arena/contest/pairing.js';
import { isRecord } from '../kind-of.js';
import type { JobResult, QueueJob } from './job-queue.js';

/** A pair that was asked for and is not settled. */
export interface OpenPair {
  readonly pairings: readonly Pairing[];
  readonly resolve: (records: readonly GameRecord[] | undefined) => void;
  readonly reject: (reason: Error) => void;
}

/** A pair in a job of an earlier coordinator that was not asked for yet. */
export interface InheritedPair {
  readonly job: QueueJob;
  /** The pairings as JSON. */
  readonly games: string;
  played: JobResult | undefined;
}

/** The same for the same games: databases keep the keys of objects in an order of their own. */
export function toGames(pairings: readonly Pairing[]): string {
  return JSON.stringify(pairings, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Whether each game of the job is in the result. Results that were damaged on the way have none. */
export function isComplete({ pairs }: JobResult, job: QueueJob): boolean {
  const games = new Map(pairs.map(({ pair, records }) => [pair, records.length]));
  return job.pairs.every((pairings) => games.get(pairings[0]!.pair) === pairings.length);
}
