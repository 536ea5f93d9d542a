/** Who takes part in a match, as data: all that a process needs to play it. */
import type { SnakeConfig } from '../../config/types.js';
import type { InfoResponse } from '../../wire/responses.js';

/** A strategy of this machine. Its code goes along, so that every process plays the same one whatever happens to the file. */
export interface LocalContestant {
  readonly kind: 'local';
  /** What it plays under. */
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

export type Contestant = LocalContestant | RemoteContestant;

/** Index of a contestant in its match. */
export type ContestantIndex = number;

export const BASE: ContestantIndex = 0;
export const CANDIDATE: ContestantIndex = 1;
