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
  /** Hash of the code, the same on every machine. */
  readonly hash: string;
}

/** A snake behind a URL. */
export interface RemoteContestant {
  readonly kind: 'remote';
  readonly name: string;
  readonly url: string;
}

/** Any snake that can take part in a match. */
export type Contestant = LocalContestant | RemoteContestant;

/** All contestants of a match: the base, the candidate, then the opponents. */
export type Lineup = readonly [base: Contestant, candidate: Contestant, ...opponents: Contestant[]];

/** Index of a contestant in its match. */
export type ContestantIndex = number;

/** Index of the base, the variant in use. */
export const BASE: ContestantIndex = 0;
/** Index of the candidate, the variant that may replace it. */
export const CANDIDATE: ContestantIndex = 1;
