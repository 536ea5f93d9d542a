/** What match, tournament and tuning have in common: contestants, and a game. */
import type { Openings } from '../game/opening.js';
import type { PlaySettings } from '../game/play-options.js';
import type { SnakeFault } from '../../config/snake-faults.js';
import type { SnakeConfig } from '../../config/types.js';

/** The settings of all games of a contest. Plain data. */
export interface ContestSettings extends Pick<
  PlaySettings,
  'ruleset' | 'width' | 'height' | 'timeout' | 'maxTurns' | 'settings'
> {
  readonly map: string;
  /** Time to ponder between two turns, in ms (default: no pondering). */
  readonly ponder?: number | undefined;
  /** Where the games of a pair begin (default: at the engine's start). */
  readonly openings?: Openings | undefined;
  /**
   * What `timeout` and `ponder` measure for a strategy: wall-clock time (default), or CPU time of its process. Programs
   * and servers always have the wall clock.
   */
  readonly clock?: 'cpu' | undefined;
}

/** With CPU time, the wall-clock limit is this many times the allowance, for strategies that only sleep. */
export const CPU_ALLOWANCE = 20;

/** All that a worker needs to play the games of a contest. Plain data. */
export interface Contest {
  readonly contestants: readonly Contestant[];
  readonly game: ContestSettings;
}

/** The plan of a contest: two runs with the same plan play the same games. Plain data. */
export interface ContestPlan extends Contest {
  readonly seed: string;
  readonly maxPairs: number;
}

/**
 * A snake of this machine. A strategy carries its code, so every worker plays the same code even if the file changes;
 * anything else is started where it is.
 */
export interface LocalContestant {
  readonly kind: 'local';
  readonly name: string;
  readonly config: SnakeConfig;
  /** Only of a strategy. */
  readonly code: string | undefined;
  readonly hash: string;
}

interface RemoteContestant {
  readonly kind: 'remote';
  readonly name: string;
  readonly url: string;
}

export type Contestant = LocalContestant | RemoteContestant;

/** Whether it may ponder: a local one may, unless its configuration forbids it. */
export function mayPonder(contestant: Contestant): boolean {
  return contestant.kind === 'local' && contestant.config.ponder;
}

export type ContestantIndex = number;

/** Why a contestant cannot be loaded. Plain data. */
export interface UnusableContestant extends SnakeFault {
  readonly contestant: ContestantIndex;
}

/**
 * A contestant as the user named it: a strategy with the options it was given, `hunter {"food":1}`; a program or server
 * of the configuration by its prefix; any other server by its URL.
 */
export function labelOf(contestant: Contestant): string {
  if (contestant.kind === 'remote')
    return contestant.name.startsWith('/') ? contestant.name : withoutPassword(contestant.url);
  const { source, prefix, options } = contestant.config;
  const name = source.kind === 'command' ? prefix : contestant.config.name;
  return Object.keys(options).length === 0 ? name : `${name} ${JSON.stringify(options)}`;
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  [url.username, url.password] = ['', ''];
  return url.href;
}

/** Thrown if some contestants cannot be loaded. */
export class ContestantsUnusable extends Error {
  readonly unusable: readonly UnusableContestant[];

  constructor(unusable: readonly UnusableContestant[]) {
    super(unusable.map(({ message }) => message).join(' '));
    this.unusable = unusable;
  }
}

/** One game. The games of a pair have one seed and other seats, so that the luck of seat and food cancels. */
export interface Pairing {
  /** The number of the pair, from 0. */
  readonly pair: number;
  readonly game: number;
  readonly seed: string;
  readonly seats: readonly ContestantIndex[];
  /** By contestant: complete options for this game, replacing its own. Only strategies have any. */
  readonly options?: readonly Readonly<Record<string, unknown>>[];
}
