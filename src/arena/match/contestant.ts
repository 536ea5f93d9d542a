/** Who takes part in a match, as data: all that a worker needs to play it. */
import type { SnakeConfig } from '../../config/types.js';
import type { InfoResponse } from '../../wire/responses.js';

/** A strategy of this machine. It carries its code, so every worker plays the same code even if the file changes. */
export interface LocalContestant {
  readonly kind: 'local';
  /** The name it plays under. */
  readonly name: string;
  readonly config: SnakeConfig;
  readonly info: InfoResponse;
  readonly code: string;
  /** The same for the same code on every machine. */
  readonly hash: string;
}

/** A snake on any server. */
export interface RemoteContestant {
  readonly kind: 'remote';
  readonly name: string;
  readonly url: string;
}

/** Anyone that a match can be played with. */
export type Contestant = LocalContestant | RemoteContestant;

/** All that take part in a match: the base, the candidate, then the opponents. */
export type Lineup = readonly [base: Contestant, candidate: Contestant, ...opponents: Contestant[]];

/** Index of a contestant in its match. */
export type ContestantIndex = number;

/** Index of the base, the variant in use. */
export const BASE: ContestantIndex = 0;
/** Index of the candidate, the variant that may replace it. */
export const CANDIDATE: ContestantIndex = 1;

/** What a contestant does in its match: `base`, `candidate`, or `opponent` with a number if there are several. */
export function roleOf(index: ContestantIndex, contestants: readonly unknown[]): string {
  if (index === BASE) return 'base';
  if (index === CANDIDATE) return 'candidate';
  return contestants.length === 3 ? 'opponent' : `opponent ${index - CANDIDATE}`;
}

/** A contestant with the options it was given, `hunter {"food":1}`, or the URL of one on a server. */
export function labelOf(contestant: Contestant): string {
  if (contestant.kind === 'remote') return contestant.url;
  const { name, options } = contestant.config;
  return Object.keys(options).length === 0 ? name : `${name} ${JSON.stringify(options)}`;
}
