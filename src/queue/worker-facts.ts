/** Reads what a worker says of itself on a queue: another version, or a person, may have written anything there. */
import { isRecord } from '../kind-of.js';
import type { WorkerFacts } from './job-queue.js';

const TEXTS = ['id', 'name', 'machine', 'version', 'node'];
const NUMBERS = ['cores', 'concurrency', 'speed'];

/** Whether all facts are there, with the types that they are shown and counted by. */
export function isWorkerFacts(value: unknown): value is WorkerFacts {
  return (
    isRecord(value) &&
    TEXTS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => Number.isFinite(value[name]) && Number(value[name]) > 0)
  );
}
