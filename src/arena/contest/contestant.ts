/** Who takes part in a match or a tournament, as data: all that a worker needs to play it. */
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

/** Anyone that games can be played with. */
export type Contestant = LocalContestant | RemoteContestant;

/** Index of a contestant among those of its contest. */
export type ContestantIndex = number;

/** A contestant with the options it was given, `hunter {"food":1}`, or the URL of one on a server. */
export function labelOf(contestant: Contestant): string {
  if (contestant.kind === 'remote') return contestant.url;
  const { name, options } = contestant.config;
  return Object.keys(options).length === 0 ? name : `${name} ${JSON.stringify(options)}`;
}
