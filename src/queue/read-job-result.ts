/** Reads what a queue has as the result of a job: another version, or a person, may have written anything there. */
import type { GameRecord } from '../arena/contest/game-record.js';
import { isPlayedGame } from '../arena/workers/worker-messages.js';
import { isRecord } from '../kind-of.js';
import type { JobResult, PairRecord, WorkerFacts } from './job-queue.js';
import { isWorkerFacts } from './worker-facts.js';

const NOBODY: WorkerFacts = {
  id: '',
  name: 'unknown',
  machine: 'unknown',
  version: '',
  node: '',
  cores: 1,
  concurrency: 1,
  speed: 1,
};

/** The result of the job; one without pairs if it is damaged, so that the pairs are played again. */
export function readJobResult(jobId: string, value: unknown): JobResult {
  const isResult =
    isRecord(value) &&
    isWorkerFacts(value['worker']) &&
    Number.isFinite(value['took']) &&
    Array.isArray(value['pairs']) &&
    value['pairs'].every(isPlayedPair);
  return isResult ? { ...(value as unknown as JobResult), jobId } : { jobId, worker: NOBODY, took: 0, pairs: [] };
}

function isPlayedPair(value: unknown): value is PairRecord {
  return (
    isRecord(value) &&
    Number.isInteger(value['pair']) &&
    Array.isArray(value['records']) &&
    value['records'].every(isGameRecord)
  );
}

function isGameRecord(value: unknown): value is GameRecord {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'crashed') return Number.isInteger(value['seat']) && typeof value['reason'] === 'string';
  return isPlayedGame(value);
}
