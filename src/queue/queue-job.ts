/** The messages between the driver of a contest and its workers: plain data, in the jobs of BullMQ. */
import path from 'node:path';
import type { Contest, Contestant, Pairing } from '../arena/contest/contest.js';
import type { GameRecord } from '../arena/contest/game-record.js';
import { environmentNamesOf } from '../arena/workers/match-worker.js';
import { isPlayedGame } from '../arena/workers/worker-messages.js';
import { isRecord } from '../errors/kind-of.js';
import { version } from '../version.js';

/** A queue with one job for each contest, whose data is a {@link ContestOffer}. No worker processes these jobs. */
export const CONTESTS = 'serpentarium';

export function pairsQueueOf(contestId: string): string {
  return `${CONTESTS}-${contestId}`;
}

/** Everything that a worker needs to play a contest, including the code of its strategies. */
export interface ContestOffer {
  /** The driver's version of Serpentarium. */
  readonly version: string;
  /** Who plays, for people. */
  readonly title: string;
  /** The names of environment variables that its strategies need. Values stay on their machines. */
  readonly env: readonly string[];
  readonly contest: Contest;
}

/** Pairs for one worker to play. */
export interface QueueJob {
  readonly id: string;
  /** For each pair its games. */
  readonly pairs: readonly (readonly Pairing[])[];
}

/** A worker. The names are for people, and not unique. */
export interface WorkerFacts {
  /** Random, drawn at its start. */
  readonly id: string;
  readonly name: string;
  readonly machine: string;
}

/** What a worker returns for a job. */
export interface JobResult {
  readonly worker: WorkerFacts;
  /** Sum of the time of its pairs, in ms. */
  readonly took: number;
  /** For each pair of the job the records of its games. */
  readonly records: readonly (readonly GameRecord[])[];
}

/** The offer of a contest, without paths of this machine. */
export function createOffer(title: string, { contestants, game }: Contest): ContestOffer {
  const contest = { contestants: contestants.map(withoutFolder), game };
  return { version, title, env: environmentNamesOf(contestants), contest };
}

function withoutFolder(contestant: Contestant): Contestant {
  if (contestant.kind === 'remote' || contestant.config.source.kind !== 'strategy') return contestant;
  const { config } = contestant;
  const source = { ...config.source, file: path.basename(contestant.config.source.file) };
  return { ...contestant, config: { ...config, source } };
}

/** An offer; `undefined` for invalid data. Of another version, only `version` and `title` are known. */
export function readOffer(data: unknown): ContestOffer | undefined {
  const isOffer =
    isRecord(data) &&
    ['version', 'title'].every((name) => typeof data[name] === 'string') &&
    Array.isArray(data['env']) &&
    isRecord(data['contest']);
  return isOffer ? (data as unknown as ContestOffer) : undefined;
}

/** Why a worker with this environment cannot play the contest; `undefined` if it can. */
export function refusalOf(
  { version: theirs, env }: Pick<ContestOffer, 'version' | 'env'>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [[theirMajor], [major]] = [theirs.split('.'), version.split('.')];
  if (theirMajor !== major) {
    return `it has version ${version}, the driver of the contest ${theirs}: use the same on all machines`;
  }
  const missing = env.filter((name) => environment[name] === undefined);
  return missing.length === 0
    ? undefined
    : `its environment lacks ${missing.join(', ')}, which a strategy asks for: set it where the worker starts`;
}

/** The result of a job with these pairs; `undefined` if it is damaged or incomplete. */
export function readJobResult(value: unknown, pairs: QueueJob['pairs']): JobResult | undefined {
  if (!isRecord(value) || !isWorkerFacts(value['worker']) || !Number.isFinite(value['took'])) return undefined;
  const records = value['records'];
  const isWhole =
    Array.isArray(records) &&
    records.length === pairs.length &&
    pairs.every((games, index) => {
      const ofPair: unknown = records[index];
      return Array.isArray(ofPair) && ofPair.length === games.length && ofPair.every(isGameRecord);
    });
  return isWhole ? (value as unknown as JobResult) : undefined;
}

function isWorkerFacts(value: unknown): value is WorkerFacts {
  return isRecord(value) && ['id', 'name', 'machine'].every((name) => typeof value[name] === 'string');
}

function isGameRecord(value: unknown): value is GameRecord {
  if (!isRecord(value)) return false;
  const { kind, seat, reason, seed, turn } = value;
  if (kind === 'crashed')
    return [seat, turn].every(Number.isInteger) && typeof reason === 'string' && typeof seed === 'string';
  return isPlayedGame(value);
}
