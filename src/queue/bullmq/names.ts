/** The names of the queues of BullMQ that a contest has, and what is in them. */
import { isRecord } from '../../kind-of.js';
import { isClockRule } from '../clock-rule.js';
import type { ContestOffer, WorkerStatus, WorkerFacts } from '../job-queue.js';
import { isWorkerFacts } from '../worker-facts.js';

/** All contests: one job for each, which nobody processes. */
export const REGISTRY = 'serpentarium';

export interface ContestQueueNames {
  /** The jobs to play, and their results. */
  readonly jobs: string;
  /** One job with the descriptor; its id is the hash. Nobody processes it. */
  readonly descriptor: string;
  /** One job for each worker. Nobody processes them. */
  readonly workers: string;
}

export function queueNamesOf(contestId: string): ContestQueueNames {
  const jobs = `${REGISTRY}-${contestId}`;
  return { jobs, descriptor: `${jobs}-descriptor`, workers: `${jobs}-workers` };
}

export function registryIdOf(contestId: string): string {
  return `contest-${contestId}`;
}

export interface RegistryEntry {
  readonly offer: ContestOffer;
  /** Drawn by chance by the coordinator that holds the contest. */
  readonly token: string;
  /** Grows while the coordinator lives. Clocks of machines differ, so that others watch it grow. */
  readonly beat: number;
  /** Unix time in ms by the coordinator's clock. */
  readonly at: number;
}

export interface WorkerEntry {
  readonly facts: WorkerFacts;
  readonly state: Exclude<WorkerStatus['state'], { kind: 'silent' }>;
  /** Grows while the worker lives. */
  readonly beat: number;
}

/** An entry of the registry; `undefined` for what something else has put there, which must not hold up the others. */
export function readRegistryEntry(job: { readonly data: unknown } | undefined): RegistryEntry | undefined {
  const data = job?.data;
  if (!isRecord(data) || !isRecord(data['offer'])) return undefined;
  const { clock, env, ...offer } = data['offer'];
  const isOffer =
    ['id', 'hash', 'version', 'title'].every((name) => typeof offer[name] === 'string') &&
    Array.isArray(env) &&
    env.every((name) => typeof name === 'string') &&
    isClockRule(clock);
  return isOffer && Number.isFinite(data['at']) ? (data as unknown as RegistryEntry) : undefined;
}

/** What a worker says of itself; `undefined` for what no worker has written. */
export function readWorkerEntry(job: { readonly data: unknown } | undefined): WorkerEntry | undefined {
  const data = job?.data;
  if (!isRecord(data) || !isWorkerFacts(data['facts']) || !isRecord(data['state'])) return undefined;
  const { kind, reason } = data['state'];
  const isState = kind === 'playing' || (kind === 'refused' && typeof reason === 'string');
  return isState ? (data as unknown as WorkerEntry) : undefined;
}
