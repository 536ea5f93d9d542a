/** A contest as it travels to workers: all that is needed to play it, the code of its strategies included. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Contest, Contestant } from '../arena/contest/contest.js';
import type { ContestIdentity } from '../arena/contest/contest-identity.js';
import { isRecord } from '../kind-of.js';
import type { ContestNoun } from '../arena/contest/contest-file.js';

/** A descriptor, and the name for its content. */
export interface ContestDescriptor {
  readonly text: string;
  /** The SHA-256 of the text, in hexadecimal digits. */
  readonly hash: string;
}

/** The id of a contest: the same for the same games, on any machine and in any run. */
export function toContestId(noun: ContestNoun, identity: ContestIdentity): string {
  return sha256(JSON.stringify([noun, identity])).slice(0, 24);
}

/** Describes the contest. Paths of this machine and the values of its environment stay here. */
export function describeContest({ contestants, game }: Contest): ContestDescriptor {
  const contest: Contest = { contestants: contestants.map(toTraveller), game };
  const text = JSON.stringify(contest);
  return { text, hash: sha256(text) };
}

/** The contest of a descriptor; `undefined` if the text is no contest, or not what the hash was made of. */
export function readDescriptor(text: unknown, hash: string): Contest | undefined {
  if (typeof text !== 'string' || sha256(text) !== hash) return undefined;
  try {
    const contest: unknown = JSON.parse(text);
    const isContest = isRecord(contest) && Array.isArray(contest['contestants']) && isRecord(contest['game']);
    return isContest ? (contest as unknown as Contest) : undefined;
  } catch {
    return undefined;
  }
}

function toTraveller(contestant: Contestant): Contestant {
  if (contestant.kind === 'remote') return contestant;
  const { config } = contestant;
  const { source } = config;
  if (source.kind !== 'strategy') return contestant;
  return { ...contestant, config: { ...config, source: { ...source, file: path.basename(source.file) } } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
